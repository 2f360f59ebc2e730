import { beforeAll, expect, test } from 'vitest'
import { f } from '#contract/fields.ts'
import { defineModule } from '#contract/module-definition.ts'
import { registrations } from '#contract/modules/registrations.ts'
import { maskedValue } from '#contract/row.ts'
import { insertSignIn } from '#server/accounts/sign-ins.ts'
import { findRowsByIdNumber, unsealIdNumber } from '#server/engine/field-types/id-number.ts'
import { allow } from '#server/engine/schema/permissions.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'
import { checkTables } from '#server/engine/schema/tables.ts'
import { readRows, softDeleteRows, upsertRows, type RowToWrite } from '#server/engine/write/write-rows.ts'
import { serverModules } from '#server/modules/index.ts'
import { collectPersonalData } from '#server/ops/personal-data/collect.ts'
import { registrations as sampleRows } from '#server/sample/people.ts'
import { addPerson } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import { findLeaks } from '../support/leaks.ts'
import { listKept } from '../support/plain-traces.ts'
import { useServer } from '../support/use-server.ts'

const label = { 'zh-CN': '字段', en: 'Field' }

/** A module that exists only here. */
const permits = defineModule({
  name: 'test_permits',
  label,
  group: 'people',
  titleTemplate: '{{name}}',
  fields: {
    name: f.string({ label, searchable: true }),
    owner_id: f.string({ label }),
    passport: f.id_number({ label, required: true, surfaces: { list: true } }),
  },
})

/** Another one, whose numbers are compared with those of {@link permits}. */
const visas = defineModule({
  name: 'test_visas',
  label,
  group: 'people',
  titleTemplate: '{{id}}',
  fields: { card: f.id_number({ label }) },
})

const modules = [
  ...serverModules,
  serverModule(permits, {
    permissions: { organiser: allow('list read'), participant: allow('list read').masked(['passport']) },
    ownership: { field: 'owner_id', onErasure: 'goes' },
  }),
  serverModule(visas, { permissions: {} }),
]

const now = new Date('2026-03-01T00:00:00Z')
const ada = { kind: 'user', id: 'ada', isAdministrator: false } as const
const numbers = ['E20934817', '440524188001010014', 'G61728394']
const [first = '', second = '', third = ''] = numbers

eachDatabase('ID numbers', (suite) => {
  const server = useServer(suite, { start: '2026-03-01T00:00:00Z', modules })
  beforeAll(async () => {
    await write({ id: 'p1', name: 'Ada', owner_id: 'ada', passport: first })
    await write({ id: 'p2', name: 'Bob', owner_id: 'bob', passport: second })
  })

  const write = (row: RowToWrite) => server.write(permits, [row])

  const stored = (id: string) =>
    moduleTables(server.db.kysely)
      .selectFrom(permits.name)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  const opened = async (id: string) =>
    unsealIdNumber('passport', await stored(id), { secrets: server.secrets, table: permits.name, rowId: id })

  test('lie sealed beside their blind index, in the columns that the definition says [S8]', async () => {
    await checkTables(server.db.kysely, modules)
    const row = await stored('p1')
    expect(row['passport']).toMatch(/^\w+\.[\w-]{40,}$/)
    expect(row['passport_index']).toMatch(/^[\w-]{43}$/)
    expect(await opened('p1')).toBe(first)
    const indexes = JSON.stringify(await listIndexes())
    expect(indexes).toContain('test_permits_by_passport_index')
    expect(indexes).not.toContain('test_permits_unique_passport')
  })

  async function listIndexes(): Promise<unknown> {
    const tables = moduleTables(server.db.kysely)
    return server.db.dialect === 'sqlite'
      ? tables.selectFrom('sqlite_master').select('name').where('tbl_name', '=', permits.name).execute()
      : tables.selectFrom('pg_indexes').select('indexname').where('tablename', '=', permits.name).execute()
  }

  test('are read masked, and written back masked they stay', async () => {
    const before = await stored('p1')
    const [read] = await readRows(server.db.kysely, permits, { id: 'p1' })
    expect(read).toMatchObject({ passport: maskedValue })
    expect(await write(read ?? { id: 'p1' })).toEqual({ inserted: 0, updated: 0, unchanged: 1 })
    // The same number once more is no change either, though it would be sealed otherwise.
    expect(await write({ id: 'p1', passport: first })).toMatchObject({ unchanged: 1 })
    expect(await write({ id: 'p1', name: 'Ada L.' })).toMatchObject({ updated: 1 })
    const after = await stored('p1')
    for (const column of ['passport', 'passport_index']) expect(after[column]).toBe(before[column])
  })

  test('are written over, and not left out where they are asked for', async () => {
    await write({ id: 'p3', name: 'Cleo', passport: first })
    const before = await stored('p3')
    await write({ id: 'p3', passport: third })
    expect(await opened('p3')).toBe(third)
    expect((await stored('p3'))['passport_index']).not.toBe(before['passport_index'])
    for (const passport of [null, '', '  '])
      await expect(write({ id: 'p3', passport })).rejects.toThrow(/passport is required/)
    await expect(write({ id: 'p4', name: 'Dan' })).rejects.toThrow(/passport is required/)
    await expect(write({ id: 'p4', passport: maskedValue })).rejects.toThrow(/behind the mask/)
    const bare = () => upsertRows(server.db.kysely, permits, [{ id: 'p4', passport: third }], { now })
    await expect(bare()).rejects.toThrow(/without keys/)
    expect(await opened('p3')).toBe(third)
  })

  test('that are the same are found, however they are typed, in other modules too, not in deleted rows [S7]', async () => {
    await write({ id: 'twin', name: 'Ada again', passport: 'e 2093-4817' })
    const visa = { id: 'v1', card: 'Ｅ20934817' }
    await upsertRows(server.db.kysely, visas, [visa, { id: 'v2', card: second }, { id: 'v3' }], {
      now,
      secrets: server.secrets,
    })
    const same = (number: string, except?: string) =>
      findRowsByIdNumber(server.db.kysely, server.secrets, permits, {
        field: 'passport',
        number,
        exceptId: except,
      })
    expect(await same(first)).toEqual(['p1', 'twin'])
    expect(await same(first, 'p1')).toEqual(['twin'])
    expect(await same('E2093481')).toEqual([])
    const card = { field: 'card', number: first }
    expect(await findRowsByIdNumber(server.db.kysely, server.secrets, visas, card)).toEqual(['v1'])
    await softDeleteRows(server.db.kysely, permits, ['twin'], { now })
    expect(await same(first, 'p1')).toEqual([])
  })

  test('are found by no filter, order, search or name of a column, and shown to nobody [S8]', async () => {
    const index = String((await stored('p1'))['passport_index'])
    for (const role of ['organiser', 'participant'] as const) {
      const token = await insertSignIn(server.db.kysely, { id: await addPerson(server, { role }) }, now)
      const list = (query: string) => server.get(`/front/query/test_permits/all?${query}`, token)
      const seen = await list('')
      expect(seen.status).toBe(200)
      const text =
        (await seen.text()) + (await (await server.get('/front/query/test_permits/p1', token)).text())
      expect(text).toContain(`"passport":"${maskedValue}"`)
      expect(text).not.toMatch(/E2093|44052418|_index/)
      expect(text).not.toContain(index)
      /** A query that names a field, which is answered like one that names nonsense. */
      const namesNothing = async (field: string, query: (name: string) => string) => {
        const [real, none] = [await list(query(field)), await list(query('nothing'))]
        expect(real.status).toBe(400)
        expect(await plainText(real, field)).toBe(await plainText(none, 'nothing'))
      }
      for (const field of ['passport', 'passport_index']) {
        await namesNothing(field, (name) => `filters=${name}:eq:${first}`)
        await namesNothing(field, (name) => `filters=${name}:empty:0`)
        await namesNothing(field, (name) => `sorters=${name}:asc`)
      }
      await namesNothing('passport_index', (name) => `fields=${name}`)
      const found = (await (await list(`q=${first}`)).json()) as { data: { total: number } }
      expect(found.data.total).toBe(0)
    }
  })

  test('go with what a person takes out, their own alone [S9]', async () => {
    const registry = createRegistry(modules)
    const taker = { caller: { ...ada, role: 'participant' }, isProven: true } as const
    const own = await server.db.snapshot((trx) => collectPersonalData(trx, registry, server.secrets, taker))
    expect(own.tables[permits.name]).toMatchObject([{ id: 'p1', passport: first }])
    expect(JSON.stringify(own)).not.toContain(second)
  })

  test('leave no trace in database, write-ahead log and backup, but rows of which the rest is found there [S8]', async () => {
    await server.db.transaction((trx) =>
      upsertRows(trx, registrations, [registration], { now, secrets: server.secrets }),
    )
    const places = await listKept(suite.place)
    const secretsToFind = numbers.map((value) => ({ what: 'an ID number', value }))
    expect(findLeaks(secretsToFind, places)).toEqual([])
    // The same search finds what lies there in clear: it looks into every place that matters.
    const found = findLeaks([{ what: 'a name', value: registration.realname }], places).join('\n')
    for (const place of server.db.dialect === 'sqlite'
      ? [/written out/, /-wal/]
      : [/rows of/, /base/, /write-ahead log/])
      expect(found).toMatch(place)
    expect(found).toMatch(/backup .*registrations/)
  })
})

/** An answer without what is its own: the number of the request, and the name that was asked for. */
async function plainText(answer: Response, name: string): Promise<string> {
  return (await answer.text()).replaceAll(name, '?').replace(/"requestId":"[^"]*"/, '')
}

/** A row of the forum's own, which a backup holds and a restore brings back. */
const registration = { ...sampleRows[0], id: 'r1', realname: 'Grace Amazing-Hopper', id_number: third }
