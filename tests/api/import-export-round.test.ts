import { describe, expect, it } from 'vitest'
import { ImportForum } from '../support/import-forum.ts'
import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import readWorkbook from 'read-excel-file/node'
import { ZipFile } from 'yazl'
import type { SuccessEnvelope } from '#contract/envelope.ts'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { locales } from '#contract/locale.ts'
import { informations } from '#contract/modules/informations.ts'
import type { ExportBody, ExportCount } from '#contract/transfer.ts'
import type { Database } from '#server/db/client.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import { eachDatabase } from '../support/databases.ts'
import { may } from '../support/expected-rights.ts'
import { sheetParts, sheetsOf } from '../support/sheet-parts.ts'
import { fetchServed } from '../support/fetch-served.ts'
import type { ServerModule } from '#server/engine/schema/server-module.ts'
import { readRows, type RowToWrite } from '#server/engine/write/write-rows.ts'
import { serverModules } from '#server/modules/index.ts'
import { fillSampleForum } from '#server/sample/fill-sample.ts'
import { putFile } from '../support/planted-forum.ts'
import { benches, benchesServer, workshops, workshopsServer } from '../support/workshops.ts'

/** The forum's modules, and those of tests that have every type of field. */
const roundModules: readonly ServerModule[] = [...serverModules, benchesServer, workshopsServer]

const now = new Date('2023-09-01T00:00:00Z')

const bench = (position: number, more: object = {}): RowToWrite => ({
  id: `b${position}`,
  position,
  name: `Bench ${position}`,
  size: 'small',
  ...more,
})

const nine = '2023-09-06T01:00:00Z'
const noon = '2023-09-06T04:00:00Z'

/** The first two overlap, the third is a draft with a name like a formula, the last is called as another's id is. */
const benchRows = [
  bench(1, { places: 4000, starts_at: nine, ends_at: noon }),
  bench(2, { places: 4000, starts_at: nine, ends_at: noon, size: 'large' }),
  bench(3, { name: '=1+1; "x"', is_open: false }),
  bench(4, { places: 4000, name: 'b1' }),
]

/** A value for every field. */
const wholeWorkshop: RowToWrite = {
  id: 'w-whole',
  owner_id: 'anna',
  title: { 'zh-CN': '焊接𠮷', en: '=Soldering' },
  about: "'=cmd|' /C calc'!A0\nline two",
  body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '+1' }] }] },
  people: 12,
  ratio: 0.1,
  is_hands_on: true,
  tools: '007',
  on_day: '2023-09-05',
  from_at: '09:30',
  to_at: '11:00',
  announced_at: '2023-09-05T01:30:07Z',
  ends_on: '2023-09-06',
  email: 'Anna@forum.example',
  phone: '+8613800138000',
  site: 'https://forum.example/?a=1,2;3',
  passport: 'E12345678',
  size: 'small',
  diets: ['halal', 'vegetarian'],
  helpers: ['Anna; B', '=Chen', '"', '***'],
  extra: { a: [1, '2', null], 'b"': '=x' },
  paper: 'round-paper',
  picture: 'round-picture',
  bench: 'b1',
  choices: ['b1', 'b2'],
  favourite_choice: 'b2',
  tours: ['b4', 'b2'],
  may_shine: true,
  shines: true,
  state: 'placed',
  placed_on: '2023-09-07',
  placed_from: '10:00',
  placed_to: '12:00',
  placed_bench: 'b1',
  reason: { 'zh-CN': '', en: '-1' },
  secret_note: '＠note\t=1',
}

const workshopRows = [
  wholeWorkshop,
  { id: 'w-least', title: { 'zh-CN': '一', en: '1.10' }, email: 'least@forum.example', state: 'asked' },
  { id: 'w-twin', title: { 'zh-CN': '一', en: '1.10' }, email: 'least@forum.example', state: 'refused' },
]

/** A document of one paragraph. */
const paragraph = (of: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: of }] }],
})

/** News whose formatted text is there in both languages, in one, in none, or without any words. */
const emptyNews: RowToWrite[] = [
  { 'zh-CN': null, en: paragraph('One') },
  { 'zh-CN': null, en: null },
  { 'zh-CN': { type: 'doc', content: [] }, en: { type: 'doc', content: [{ type: 'paragraph' }] } },
  // As earlier imports have left it.
  { 'zh-CN': '', en: '' },
].map((body, at) => {
  const title = { 'zh-CN': `空 ${at}`, en: `Empty ${at}` }
  return { id: `empty-${at}`, no: `E${at}`, title, body, published_at: nine, status: 'draft' }
})

const kinds = ['csv', 'xlsx'] as const

/** Modules whose rows organisers take out and bring in. */
const names = roundModules
  .filter((module) => may(module, 'organiser', 'import') && may(module, 'organiser', 'export'))
  .map(({ definition }) => definition.name)

const registry = createRegistry(roundModules)
const definitionOf = (name: string) => registry.get(name).definition

/** A cell of an exported file as a person changes it, and what becomes of its row's fields: none needs another's change. */
const changes: { id: string; cells: Record<string, string>; fields: object }[] = [
  {
    cells: { 'title.zh-CN': '新题' },
    fields: { title: { 'zh-CN': '新题', en: '=Soldering' }, initials: 'xt' },
  },
  { id: 'w-least', cells: { 'title.en': "'=Title" }, fields: { title: { 'zh-CN': '一', en: '=Title' } } },
  { cells: { about: '' }, fields: { about: null } },
  { cells: { body: '一' }, fields: { body: paragraph('一') } },
  { cells: { people: '13' }, fields: { people: 13 } },
  { cells: { ratio: '0.25' }, fields: { ratio: 0.25 } },
  { cells: { tools: '0070' }, fields: { tools: '0070' } },
  { cells: { on_day: '2023年9月4日' }, fields: { on_day: '2023-09-04' } },
  { cells: { from_at: '09:00' }, fields: { from_at: '09:00' } },
  { cells: { to_at: '11:30' }, fields: { to_at: '11:30' } },
  { cells: { announced_at: '2023-09-05 09:30:08' }, fields: { announced_at: '2023-09-05T01:30:08Z' } },
  { cells: { ends_on: '2023-09-07' }, fields: { ends_on: '2023-09-07' } },
  { id: 'w-least', cells: { email: 'b@forum.example' }, fields: { email: 'b@forum.example' } },
  { cells: { phone: '13800138001' }, fields: { phone: '13800138001' } },
  { cells: { site: 'https://forum.example/b' }, fields: { site: 'https://forum.example/b' } },
  { id: 'w-least', cells: { size: 'large' }, fields: { size: 'large' } },
  { cells: { diets: 'vegetarian' }, fields: { diets: ['vegetarian'] } },
  { cells: { helpers: 'Li；"Wu; Y"' }, fields: { helpers: ['Li', 'Wu; Y'] } },
  { cells: { extra: '{"a":"007"}' }, fields: { extra: { a: '007' } } },
  { cells: { paper: '' }, fields: { paper: null } },
  { cells: { picture: '' }, fields: { picture: null } },
  { cells: { bench: 'Bench 2' }, fields: { bench: 'b2' } },
  { cells: { choices: 'b3; Bench 2\nBench 1' }, fields: { choices: ['b1', 'b2', 'b3'] } },
  { cells: { favourite_choice: 'Bench 1' }, fields: { favourite_choice: 'b1' } },
  { cells: { tours: 'b1 [b4]' }, fields: { tours: ['b4'] } },
  { cells: { shines: '否' }, fields: { shines: false } },
  { id: 'w-least', cells: { may_shine: 'yes' }, fields: { may_shine: true } },
  { cells: { placed_on: '2023-09-08' }, fields: { placed_on: '2023-09-08' } },
  { cells: { placed_from: '9:00' }, fields: { placed_from: '09:00' } },
  { cells: { placed_to: '13:00' }, fields: { placed_to: '13:00' } },
  { cells: { placed_bench: '\'=1+1; "x"' }, fields: { placed_bench: 'b3' } },
  { cells: { 'reason.zh-CN': '理由' }, fields: { reason: { 'zh-CN': '理由', en: '-1' } } },
  { id: 'w-least', cells: { 'reason.en': '2' }, fields: { reason: { 'zh-CN': '', en: '2' } } },
  { cells: { secret_note: 'NULL' }, fields: { secret_note: 'NULL' } },
].map((change) => ({ id: 'w-whole', ...change }))

/** What a cell of a workbook is to another library. */
function typeOf(field: FieldDefinition | undefined): string {
  const { type, of, relation } = field ?? {}
  if (relation?.many || of) return 'string'
  if (type === 'integer' || type === 'decimal') return 'number'
  if (type === 'boolean') return 'boolean'
  return type === 'date' || type === 'time' || type === 'datetime' ? 'date' : 'string'
}

function shownType(cell: unknown): string {
  return cell instanceof Date ? 'date' : typeof cell
}

/** Formats and languages: each of each with each of the others over both databases; of workshops all on both. */
function roundsOf(name: string, dialect: Database['dialect']) {
  const all = kinds.flatMap((format) => locales.map((language) => ({ format, language })))
  if (name === 'workshops') return all
  const isFirst = dialect === 'sqlite'
  return all.filter(({ format, language }) => ((format === 'csv') === (language === 'zh-CN')) === isFirst)
}

eachDatabase('an export that is imported', (suite, dialect) => {
  const forum = new ImportForum(suite, {
    modules: roundModules,
    fill: async ({ db, storage, secrets, write }) => {
      await fillSampleForum({ db, registry, storage, secrets, clock: { now: () => now } })
      for (const field of ['paper', 'picture'])
        await putFile(db.kysely, `round-${field}`, { module: 'workshops', field })
      await write(benches, benchRows)
      await write(workshops, workshopRows)
      await write(informations, emptyNews)
    },
  })

  async function send(name: string, body: ExportBody, language: string): Promise<Response> {
    const drafts = may(registry.get(name), 'organiser', 'drafts') ? '&drafts=1' : ''
    const answer = await fetchServed(`${forum.server.url}/api/export/${name}?sorters=id:asc${drafts}`, {
      method: 'POST',
      headers: {
        authorization: forum.organiser,
        'content-type': 'application/json',
        'accept-language': language,
      },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    return answer
  }

  async function exported(name: string, format: 'csv' | 'xlsx', language = 'zh-CN'): Promise<Buffer> {
    return Buffer.from(await (await send(name, { format }, language)).arrayBuffer())
  }

  async function columnsOf(name: string): Promise<ExportCount['columns']> {
    const answer = (await (await send(name, { count: true }, 'en')).json()) as SuccessEnvelope<ExportCount>
    return answer.data.columns
  }

  const rowsOf = (name: string) => readRows(forum.server.db.kysely, definitionOf(name))

  /** Imports a file of workshops, of which it changes some. @returns what is otherwise in their rows, by id and field */
  async function changesBy(file: string, rows: number, updated = 1): Promise<Record<string, object>> {
    const before = await rowsOf('workshops')
    const checked = await forum.send('workshops', { file })
    expect(checked.data).toMatchObject({
      faults: [],
      counts: { rows, created: 0, updated, unchanged: rows - updated, bad: 0 },
    })
    await forum.send('workshops', { token: checked.data.token })
    const after = await rowsOf('workshops')
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    const changed = after.map((row, at) => [row.id, differences(before[at] ?? row, row)] as const)
    return Object.fromEntries(changed.filter(([, fields]) => Object.keys(fields).length > 0))
  }

  /** Makes changes in an export and imports it. @returns what became of the rows, and what should have */
  async function importChanged(own: typeof changes) {
    const [header = [], ...lines] = parse(await exported('workshops', 'csv', 'en'), { bom: true })
    const paths = (await columnsOf('workshops')).map(({ path }) => path)
    for (const { id, cells } of own)
      for (const [path, cell] of Object.entries(cells))
        lines.find(([first]) => first === id)?.splice(paths.indexOf(path), 1, cell)
    const text = stringify([header, ...lines], { bom: true, quoted: true, record_delimiter: 'windows' })
    const file = await forum.upload('workshops', 'changed.csv', text)
    const versions = new Map((await rowsOf('workshops')).map(({ id, version }) => [id, version]))
    const expected = Object.entries(Object.groupBy(own, ({ id }) => id)).map(([id, made = []]) => {
      const fields = Object.assign({}, ...made.map((change) => change.fields)) as object
      return [id, { ...fields, version: (versions.get(id) ?? 0) + 1 }] as const
    })
    const found = await changesBy(file, lines.length, expected.length)
    return { found, expected: Object.fromEntries(expected) }
  }

  /** Holds an exported workbook against another author's library. */
  async function expectTyped(name: string, bytes: Buffer, rows: number): Promise<void> {
    const { fields } = definitionOf(name)
    const types = (await columnsOf(name)).map(({ path }) => typeOf(fields[path.split('.')[0] ?? '']))
    for (const xml of await sheetsOf(bytes)) expect(xml).not.toMatch(/<f[ >/]/)
    const [sheet] = await readWorkbook(bytes)
    const [, ...lines] = sheet?.data ?? []
    expect(lines).toHaveLength(rows)
    const cells = lines.flatMap((line) => line.map((cell, at) => ({ cell, type: types[at] })))
    expect(cells.filter(({ cell, type }) => cell !== null && shownType(cell) !== type)).toEqual([])
  }

  it('is one of every module with texts, people, files and settings', () => {
    expect(names).toEqual(
      expect.arrayContaining(['sessions', 'documents', 'registrations', 'settings', 'workshops']),
    )
    expect(names.length).toBeGreaterThan(15)
  })

  it.each(names)(
    'changes nothing, and is typed for another library, without formulas: %s [236]',
    async (name) => {
      const before = await rowsOf(name)
      // Organisers do not see secret settings.
      const { length: rows } = before.filter((row) => row['is_secret'] !== true)
      const out = (await columnsOf(name)).map(({ path }) => path)
      for (const { format, language } of roundsOf(name, dialect)) {
        const bytes = await exported(name, format, language)
        if (format === 'xlsx') await expectTyped(name, bytes, rows)
        const file = await forum.upload(name, `${name}.${format}`, bytes)
        const { error, data } = await forum.send(name, { file }, forum.organiser, language)
        expect(error).toBeUndefined()
        expect({ ...data.counts, faults: data.faults }).toEqual({
          rows,
          created: 0,
          updated: 0,
          unchanged: rows,
          bad: 0,
          faults: [],
        })
        expect(data.match).toEqual(['id'])
        const both = data.paths.map(({ path }) => path).filter((path) => out.includes(path))
        expect(data.columns.flatMap(({ path }) => path ?? []).toSorted()).toEqual(both.toSorted())
        const committed = await forum.send(name, { token: data.token })
        expect(committed.data).toMatchObject({ state: 'committed', counts: { created: 0, updated: 0 } })
      }
      expect(await rowsOf(name)).toEqual(before)
    },
  )

  describe('and in which cells were changed', () => {
    it('changes exactly their fields [237]', async () => {
      // Tools belong to what is hands-on.
      const last = { cells: { is_hands_on: 'FALSE' }, fields: { is_hands_on: false, tools: null } }
      for (const own of [changes, [{ id: 'w-whole', ...last }]]) {
        const { found, expected } = await importChanged(own)
        expect(found).toEqual(expected)
      }
    })

    it('tries every column that organisers may import', async () => {
      const file = await forum.upload('workshops', 'w.csv', await exported('workshops', 'csv'))
      const { data } = await forum.send('workshops', { file })
      const tried = new Set(['is_hands_on', ...changes.flatMap(({ cells }) => Object.keys(cells))])
      const columns = data.paths.map(({ path }) => path).filter((path) => path !== 'id' && path !== 'version')
      expect([...tried].toSorted()).toEqual(columns.toSorted())
    })

    it('changes exactly the field of a workbook too', async () => {
      const parts = await sheetParts(await exported('workshops', 'xlsx'))
      const zip = new ZipFile()
      let found = 0
      for (const [path, xml] of parts) {
        const changed = xml.replaceAll('Anna@forum.example', () => `anna${(found += 1)}@forum.example`)
        zip.addBuffer(Buffer.from(changed), path)
      }
      zip.end()
      expect(found).toBe(1)
      const bytes = await buffer(zip.outputStream)
      const file = await forum.upload('workshops', 'changed.xlsx', bytes)
      expect(await changesBy(file, 3)).toMatchObject({ 'w-whole': { email: 'anna1@forum.example' } })
    })
  })
})

/** Fields of a row that are not as they were, but for the time. */
function differences(before: object, after: object): Record<string, unknown> {
  const old = new Map(Object.entries(before))
  return Object.fromEntries(
    Object.entries(after).filter(
      ([key, value]) => key !== 'updated_at' && JSON.stringify(value) !== JSON.stringify(old.get(key)),
    ),
  )
}
