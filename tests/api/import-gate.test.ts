import { describe, expect, it } from 'vitest'
import { stringify } from 'csv-stringify/sync'
import { locales } from '#contract/locale.ts'
import type { ImportCheckBody, ImportReport } from '#contract/transfer.ts'
import { listSheetColumns } from '#server/engine/field-types/sheet-columns.ts'
import type { Action, ModulePermission } from '#server/engine/schema/permissions.ts'
import type { ServerModule } from '#server/engine/schema/server-module.ts'
import { eachDatabase } from '../support/databases.ts'
import { useEngineApp, type ApiAnswer } from '../support/engine-app.ts'
import { askers, may, mayRead, maySee, mayWrite, type Asker } from '../support/expected-rights.ts'
import { putImportFile } from '../support/import-files.ts'
import { plantedModules } from '../support/planted-forum.ts'
import { twoSizes } from '../support/sizes.ts'

const everything: readonly Action[] = ['list', 'create', 'update', 'import', 'export']

/** The modules with imports and exports for everybody who may anything there: what holds then holds for any grant. */
const opened = plantedModules.map((module): ServerModule => {
  const grants = Object.entries(module.permissions).map(
    ([reader, grant]: [string, ModulePermission | undefined]) => [
      reader,
      grant && reader !== 'anonymous'
        ? { ...grant, actions: new Set([...grant.actions, ...everything]) }
        : grant,
    ],
  )
  return { ...module, permissions: Object.fromEntries(grants) as ServerModule['permissions'] }
})

const people = askers.filter((asker) => asker !== 'anonymous')
/** Those with grants of their own. */
const fewer = people.filter((asker) => asker !== 'staff' && asker !== 'granted')

/** What an answer says, but for the name that was asked for and for what no two answers share. */
function withoutName({ status, text }: ApiAnswer, name: string): [number, string] {
  const plain = text
    .replaceAll(/"(?:token|expiresAt)":"[^"]*"/g, '')
    .replaceAll(new RegExp(`"${name}"(?!:)`, 'g'), '"?"')
  return [status, plain]
}

/** Paths of a field's columns. */
function pathsOf({ definition }: ServerModule, key: string): string[] {
  const field = definition.fields[key]
  return field ? listSheetColumns([[key, field]]).map(({ path }) => path) : []
}

function mayFill(module: ServerModule, asker: Asker, key: string): boolean {
  return mayWrite(module, asker, key) && module.definition.fields[key]?.surfaces.import === true
}

/** Fields of a module that the caller may not fill. */
function hiddenFrom(asker: Asker, module: ServerModule): string[] {
  return Object.keys(module.definition.fields).filter(
    (key) => key !== 'id' && key !== 'version' && !mayFill(module, asker, key),
  )
}

const partCount = 4

/** Which parts of a caller's modules are tested, and how many paths of one module. Each call starts a thread. */
const sizes = twoSizes({ parts: [0], paths: 3 }, { parts: [0, 1, 2, 3], paths: 8 }, 'reads many files')

const open = (asker: Asker) => opened.filter((module) => may(module, asker, 'import'))

eachDatabase('fields that are not the caller’s', (suite) => {
  const app = useEngineApp(suite, opened, { hasFiles: true })

  const check = (module: ServerModule, asker: Asker, body: ImportCheckBody) =>
    app.post<ImportReport>(`/import/${module.definition.name}`, body, asker, { 'accept-language': 'en' })

  for (const { size, mark } of sizes)
    describe(`in ${size.parts.length} of ${partCount} parts`, mark, () => {
      const parts = fewer.flatMap((asker, shift) => size.parts.map((part) => ({ asker, part, shift })))
      it.each(parts)('are no columns of a file, by key or by label, for $asker $part [S13]', async (one) => {
        const { asker, part, shift } = one
        let tried = 0
        const own = open(asker).filter((_, at) => (at + shift) % partCount === part)
        for (const module of own) {
          const { name, fields } = module.definition
          const columns = listSheetColumns(Object.entries(fields))
          const headers = columns.flatMap(({ path, label }) => [
            path,
            ...locales.map((locale) => label[locale]),
          ])
          const file = await putImportFile(app.db, app.storage, {
            owner: asker,
            module: name,
            text: stringify([headers, headers]),
          })
          const { body } = await check(module, asker, { file })
          const naming = ['id', 'version']
          const allowed = Object.keys(fields)
            .filter((key) => naming.includes(key) || mayFill(module, asker, key))
            .flatMap((key) => pathsOf(module, key))
          expect([name, body.error]).toEqual([name, undefined])
          expect([name, body.data.paths.map(({ path }) => path).toSorted()]).toEqual([
            name,
            allowed.toSorted(),
          ])
          const mapped = body.data.columns.flatMap(({ path }) => path ?? [])
          expect(allowed).toEqual(expect.arrayContaining(mapped))
          tried += columns.length - allowed.length
        }
        expect(tried).toBeGreaterThan(5)
      })

      it.each(fewer)('are not mapped to: the answer is that for nonsense, for %s [S13]', async (asker) => {
        const [closest] = open(asker).toSorted(
          (a, b) => hiddenFrom(asker, b).length - hiddenFrom(asker, a).length,
        )
        if (!closest) throw new Error('nothing to be imported')
        const { name } = closest.definition
        const file = await putImportFile(app.db, app.storage, {
          owner: asker,
          module: name,
          text: 'id,b\n1,2\n',
        })
        const nonsense = await check(closest, asker, { file, mapping: { B: 'nonsense' } })
        expect(nonsense.body.error?.fields).toMatchObject([{ path: 'mapping.B', key: 'field.unknown' }])
        const paths = hiddenFrom(asker, closest).flatMap((key) => pathsOf(closest, key))
        // Some of them: all are held against the columns by one line of code.
        for (const path of paths.filter((_, at) => at % Math.ceil(paths.length / size.paths) === 0)) {
          const answer = await check(closest, asker, { file, mapping: { B: path } })
          expect(withoutName(answer, path)).toEqual(withoutName(nonsense, 'nonsense'))
        }
      })
    })

  it.each(people)(
    'come in by no row that is sent, and no row is found by them, for %s [S13]',
    async (asker) => {
      let tried = 0
      for (const module of open(asker)) {
        const { fields } = module.definition
        const keys = Object.keys(fields).filter((key) => key !== 'id' && key !== 'version')
        const hidden = hiddenFrom(asker, module)
        const rows = ['nonsense', ...hidden].map((key, at) => ({ id: `x${at}`, [key]: 'mk' }))
        const { body } = await check(module, asker, { rows, mode: 'update' })
        expect([module.definition.name, body.error]).toEqual([module.definition.name, undefined])
        expect(body.data.counts).toMatchObject({ rows: rows.length, bad: rows.length })
        for (const [at, key] of hidden.entries()) {
          const own = body.data.faults.find(({ line, path }) => line === at + 2 && path === key)
          // A field that is shown may be told to be read only.
          const expected = mayRead(module, asker, key) ? 'field.read_only' : 'field.unknown'
          expect([key, own?.key]).toEqual([key, expected])
        }
        const unaskable = keys.filter((key) => !mayFill(module, asker, key) || !maySee(module, asker, key))
        const nonsense = await check(module, asker, { rows: [{ id: 'x' }], match: ['nonsense'] })
        expect(nonsense.status).toBe(422)
        for (const path of unaskable.flatMap((key) => pathsOf(module, key))) {
          const answer = await check(module, asker, { rows: [{ id: 'x', [path]: 'x' }], match: [path] })
          expect(withoutName(answer, path)).toEqual(withoutName(nonsense, 'nonsense'))
          tried += 1
        }
      }
      expect(tried).toBeGreaterThan(50)
    },
  )

  it.each(people)('are not taken out, asked for or sorted by in an export, for %s [S13]', async (asker) => {
    let tried = 0
    for (const module of open(asker)) {
      const { name, fields } = module.definition
      const take = (body: object, query = '') => app.post(`/export/${name}${query}`, body, asker)
      const counted = await app.post<{ columns: { path: string }[] }>(
        `/export/${name}`,
        { count: true },
        asker,
      )
      const columns = counted.body.data.columns.map(({ path }) => path)
      const shown = Object.keys(fields).filter((key) => mayRead(module, asker, key))
      expect(shown.flatMap((key) => pathsOf(module, key))).toEqual(expect.arrayContaining(columns))
      const keys = Object.keys(fields).filter((one) => one !== 'id' && one !== 'version')
      const unread = keys.filter((key) => !mayRead(module, asker, key)).flatMap((key) => pathsOf(module, key))
      const nonsense = withoutName(await take({ columns: ['nonsense'], count: true }), 'nonsense')
      for (const path of unread)
        expect(withoutName(await take({ columns: [path], count: true }), path)).toEqual(nonsense)
      for (const key of keys) {
        if (maySee(module, asker, key)) continue
        for (const query of ['?filters=:eq:1', '?sorters=:asc']) {
          const asked = (what: string) => query.replace('=', `=${what}`)
          const answer = await take({ count: true }, asked(key))
          expect(withoutName(answer, key)).toEqual(
            withoutName(await take({ count: true }, asked('nonsense')), 'nonsense'),
          )
          tried += 1
        }
      }
    }
    expect(tried).toBeGreaterThan(asker === 'administrator' ? 0 : 10)
  })
})
