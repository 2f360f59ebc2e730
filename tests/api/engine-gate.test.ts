import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AccessRole } from '#server/engine/schema/permissions.ts'
import type { ServerModule } from '#server/engine/schema/server-module.ts'
import { serverModules } from '#server/modules/index.ts'
import { eachDatabase } from '../support/databases.ts'
import { roles, useEngineApp, type ApiAnswer } from '../support/engine-app.ts'
import {
  exhibits,
  exhibitsServer,
  hallsServer,
  ledgers,
  ledgersServer,
  receiptsServer,
} from '../support/exhibits.ts'

const modules = [...serverModules, exhibitsServer, hallsServer, ledgersServer, receiptsServer]
const readers: readonly AccessRole[] = ['anonymous', ...roles]

/** Every surface of the reading calls where a caller can name a field. */
const surfaces: Readonly<Record<string, (field: string) => Readonly<Record<string, string>>>> = {
  filter: (field) => ({ filters: `${field}:eq:1` }),
  'filter that is empty': (field) => ({ filters: `${field}:empty:1` }),
  'filter with a bad value': (field) => ({ filters: `${field}:between:x` }),
  alternative: (field) => ({ filters: `id:eq:1||${field}:eq:1` }),
  fq: (field) => ({ fq: JSON.stringify([{ param: field, op: 'like', value: 'a,b' }]) }),
  'alternative in fq': (field) => ({
    fq: JSON.stringify([
      { param: 'id', value: 1, ors: [{ param: 'id', value: 2, ors: [{ param: field, value: 3 }] }] },
    ]),
  }),
  sorter: (field) => ({ sorters: `${field}:asc` }),
  'second sorter': (field) => ({ sorters: `id:asc,${field}:desc` }),
  column: (field) => ({ fields: field }),
  'one of the columns': (field) => ({ fields: `id,${field}` }),
}

/** Fields of a module that a reader may not read, and those that are masked, which may not be asked for. */
function hiddenFields(
  module: ServerModule,
  reader: AccessRole,
): { unreadable: string[]; masked: readonly string[] } {
  const grant = module.permissions[reader]
  const keys = Object.keys(module.definition.fields).filter((key) => key !== 'id' && key !== 'version')
  const onlyFields: readonly string[] | undefined = grant ? grant.onlyFields : []
  return {
    unreadable: onlyFields ? keys.filter((key) => !onlyFields.includes(key)) : [],
    masked: grant?.maskedFields ?? [],
  }
}

interface HiddenField {
  module: string
  reader: AccessRole
  field: string
  surface: string
}

/** Each hidden field of each reader on each of these surfaces. */
function listCases(
  selectFields: (fields: ReturnType<typeof hiddenFields>) => readonly string[],
  surfaceNames: readonly string[],
): HiddenField[] {
  return modules.flatMap((module) =>
    readers.flatMap((reader) =>
      selectFields(hiddenFields(module, reader)).flatMap((field) =>
        surfaceNames.map((surface) => ({ module: module.definition.name, reader, field, surface })),
      ),
    ),
  )
}

const unreadableCases = listCases(({ unreadable }) => unreadable, Object.keys(surfaces))
/** Few, so all of them are tried. A masked field may be a column. */
const maskedCases = listCases(
  ({ masked }) => masked,
  Object.keys(surfaces).filter((surface) => !surface.includes('column')),
)
const nonsense = fc.stringMatching(/^[a-z][a-z0-9_]{11,14}$/)

/** The answer without the name that was asked for, and without what no answer shares with another. */
function withoutName({ status, text, headers }: ApiAnswer, name: string) {
  const { date: _date, 'content-length': _length, ...kept } = headers
  return { status, text: text.replaceAll(`"path":"${name}"`, '"path":"?"'), headers: kept }
}

eachDatabase('the gate of fields', (place) => {
  const app = useEngineApp(place, modules, {
    fill: async ({ write }) => {
      const row = {
        id: 'e1',
        name: { 'zh-CN': '一', en: 'One' },
        secret: 'deep',
        passport: 'E123',
        state: 'shown',
      }
      await write(exhibits, [row])
      await write(ledgers, [{ id: 'l1', note: 'deep' }])
    },
  })

  async function expectUnknown({ module, reader, field, surface }: HiddenField, name: string): Promise<void> {
    const path = `/front/query/${module}/all`
    const query = surfaces[surface]
    if (!query) throw new Error(surface)
    const hidden = await app.get(path, query(field), reader)
    const unknown = await app.get(path, query(name), reader)
    expect(withoutName(hidden, field)).toEqual(withoutName(unknown, name))
    expect(hidden.status).toBeGreaterThanOrEqual(400)
  }

  it('answers a field that the caller may not read exactly like one that does not exist', async () => {
    expect(unreadableCases.length).toBeGreaterThan(100)
    await fc.assert(fc.asyncProperty(fc.constantFrom(...unreadableCases), nonsense, expectUnknown), {
      numRuns: 600,
    })
  })

  it('answers a field that the caller sees masked like one that does not exist', async () => {
    expect(maskedCases.length).toBeGreaterThan(20)
    for (const hiddenField of maskedCases) await expectUnknown(hiddenField, 'nonsense_field')
  })

  it.each([
    ['that the caller may not read', 'test_exhibits', 'secret_hall', 'participant'],
    ['that is none', 'test_exhibits', 'code', 'anonymous'],
    ['into a module that the caller may not list', 'test_receipts', 'ledger', 'anonymous'],
  ])('answers a relation %s like one that does not exist', async (_what, module, field, reader) => {
    const path = `/relationship/${module}`
    const hidden = await app.get(path, { field, q: 'x' }, reader)
    const unknown = await app.get(path, { field: 'nonsense', q: 'x' }, reader)
    expect(withoutName(hidden, field)).toEqual(withoutName(unknown, 'nonsense'))
    expect(hidden.status).toBe(400)
  })

  it.each([
    ['/front/query/{}/all', {}],
    ['/front/query/{}/e1', {}],
    ['/front/metadata/{}', {}],
    ['/front/{}/options', {}],
    ['/relationship/{}', { field: 'note' }],
    ['/front/search', { q: 'a', module: '{}' }],
  ])('answers a forbidden module like an unknown one: %s', async (path, query) => {
    const at = (name: string) => path.replace('{}', name)
    const named = (name: string) =>
      Object.fromEntries(Object.entries(query).map(([key, value]) => [key, value.replace('{}', name)]))
    for (const reader of ['anonymous', 'applicant', 'staff'] as const) {
      const forbidden = await app.get(at('test_ledgers'), named('test_ledgers'), reader)
      const unknown = await app.get(at('__proto__'), named('__proto__'), reader)
      expect(withoutName(forbidden, 'test_ledgers')).toEqual(withoutName(unknown, '__proto__'))
      expect(forbidden.status).toBe(reader === 'anonymous' ? 401 : 404)
    }
  })

  it('lists to everybody the modules that they may list [238]', async () => {
    expect(await names('anonymous')).toContain('sessions')
    expect(await names('anonymous')).not.toContain('test_ledgers')
    expect(await names('applicant')).not.toContain('test_exhibits')
    expect(await names('organiser')).toContain('test_ledgers')
  })
  async function names(reader: AccessRole): Promise<string[]> {
    const { body } = await app.get<{ name: string }[]>('/modules', {}, reader)
    return body.data.map((module) => module.name)
  }
})
