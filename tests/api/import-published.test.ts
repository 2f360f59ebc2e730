import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { beforeEach, expect, it } from 'vitest'
import { stringify } from 'csv-stringify/sync'
import iconv from 'iconv-lite'
import writeExcel from 'write-excel-file/node'
import type { ImportCheckBody } from '#contract/transfer.ts'
import type { OutCell } from '#server/sheets/cell.ts'
import { writeSheet } from '#server/sheets/write/write-sheet.ts'
import { eachDatabase } from '../support/databases.ts'
import { ImportForum } from '../support/import-forum.ts'
import { OddForum, oddModule } from '../support/odd-list.ts'
import { chineseCards, chineseCells, chineseRows, chineseTexts } from '../support/chinese-list.ts'

const fixtures = new URL('../fixtures/sheets/', import.meta.url)

/** What a person makes of the columns of COSCUP's sessions, of which some mean other things than their headers say. */
const sessionColumns = {
  A: 'title.en',
  B: null,
  C: 'room',
  D: 'starts_at',
  E: 'ends_at',
  F: null,
  G: 'abstract.zh-CN',
  H: 'abstract.en',
  I: null,
  O: 'title.zh-CN',
}

eachDatabase('published sessions', (place) => {
  const forum = new ImportForum(place)

  const list = async (module: string, fields: string) => {
    const path = `/front/query/${module}/all?size=0&drafts=true&fields=${fields}`
    const response = await forum.server.get(path, forum.organiser)
    return ((await response.json()) as { data: { items: Record<string, unknown>[] } }).data.items
  }

  it('come in as they are: all 352 of COSCUP 2023 [S13]', async () => {
    const url = new URL('coscup-2023-sessions.csv', fixtures)
    const count = 352
    const records: Record<string, string>[] = parse(readFileSync(url), { columns: true, bom: true })
    const names = [...new Set(records.map((record) => record['room'] ?? ''))]
    const rows = names.map((name, position) => ({ position, name: { 'zh-CN': name, en: name } }))
    const rooms = await forum.send('rooms', { rows })
    expect((await forum.send('rooms', { token: rooms.data.token })).data.counts.created).toBe(names.length)
    const file = await forum.upload('sessions', 'sessions.csv', readFileSync(url))

    // Its languages are words, which no field of languages takes: told at each, and nothing comes in.
    const first = await forum.send('sessions', { file, mapping: { ...sessionColumns, F: 'language' } })
    const chinese = records.flatMap(({ language }, index) => (language === '中文' ? [index + 2] : []))
    expect(first.data.faults.map(({ line, column, value }) => [line, column, value])).toEqual(
      chinese.map((line) => [line, 'F', '中文']),
    )
    expect(await list('sessions', 'id')).toEqual([])

    const checked = await forum.send('sessions', { file, mapping: sessionColumns })
    expect(checked.data.counts).toEqual({ rows: count, created: count, updated: 0, unchanged: 0, bad: 0 })
    expect((await forum.send('sessions', { token: checked.data.token })).error).toBeUndefined()
    const roomNames = new Map(
      (await list('rooms', 'name')).map(({ id, name }) => [id, (name as { en: string }).en]),
    )
    const stored = await list('sessions', 'title,abstract,starts_at,ends_at,room,state')
    const found = stored.map(({ id: _id, version: _version, room, ...row }) => ({
      ...row,
      room: roomNames.get(String(room)),
    }))
    const wanted = records.map((record) => ({
      title: { 'zh-CN': record['uri'], en: record['id'] },
      // One of them has a character whose other form is the usual one.
      abstract: { 'zh-CN': record['zh']?.normalize('NFC'), en: record['en']?.normalize('NFC') },
      starts_at: toInstant(record['start'] ?? ''),
      ends_at: toInstant(record['end'] ?? ''),
      room: record['room'],
      state: 'draft',
    }))
    expect(found.map(sorted).toSorted(byTitle)).toEqual(wanted.map(sorted).toSorted(byTitle))
    await forum.undo('sessions', checked.data.token)
    await forum.undo('rooms', rooms.data.token)
  })
})

eachDatabase('published tables', (place) => {
  const forum = new OddForum(place)
  beforeEach(() => forum.empty())

  const send = async (name: string, body: ImportCheckBody) => {
    const file = await forum.upload(oddModule, name, readFileSync(new URL(name, fixtures)))
    return forum.send(oddModule, { file, ...body })
  }
  const comesIn = async (name: string, mapping: ImportCheckBody['mapping'] & object) => {
    const { data } = await send(name, { mapping })
    expect(data.faults).toEqual([])
    await forum.send(oddModule, { token: data.token })
    return forum.rows(...Object.values(mapping).filter((path) => path !== null))
  }

  it.each(['node-csv-365-utf8-bom-windows.csv', 'node-csv-365-utf16le-bom-windows.csv'])(
    '%s comes in',
    async (name) => {
      // Nobody knows its headers, so nothing is guessed.
      expect((await send(name, {})).error?.fields[0]).toMatchObject({
        path: 'mapping',
        key: 'import.no_headers',
      })
      expect(await comesIn(name, { A: 'code', B: 'seats', C: 'price' })).toEqual([
        { code: '1', seats: 2, price: 3 },
      ])
    },
  )

  it('with rows of different lengths comes in', async () => {
    expect(await comesIn('ragged.xlsx', { A: 'code', B: 'seats' })).toEqual([{ code: '1', seats: null }])
  })

  it('with a size that is wrong comes in', async () => {
    expect(await comesIn('bad_dimensions.xlsx', { A: 'code', B: 'seats', C: 'price' })).toEqual([
      { code: 'EP00001', seats: 10_000, price: 0.0367 },
      { code: 'EP00002', seats: null, price: 1 },
      { code: 'EP00004', seats: 10_000, price: 0.001 },
    ])
  })

  it('with formulas and two lines of headers tells both, and comes in without them [S13]', async () => {
    const mapping = { A: null, B: 'day', D: 'hour', E: 'name.zh-CN', G: 'about', H: 'code', J: 'name.en' }
    const name = 'voc-schedule-example.xlsx'
    const first = await send(name, { mapping: { ...mapping, B: null, C: 'day' } })
    expect(first.data.faults.slice(0, 3)).toMatchObject([
      { line: 2, column: 'D', key: 'cell.time_form', value: 'Uhrzeit' },
      { line: 3, column: 'C', key: 'cell.formula', value: '=B3' },
      { line: 4, column: 'C', key: 'cell.formula', value: '=…' },
    ])
    const { data } = await send(name, { mapping, on_error: 'skip' })
    expect(data.faults).toMatchObject([
      { line: 2, column: 'B', key: 'cell.date_form', value: 'Datum' },
      { line: 2, column: 'D', key: 'cell.time_form', value: 'Uhrzeit' },
    ])
    const done = await forum.send(oddModule, { token: data.token })
    expect(done.data.counts).toMatchObject({ rows: 14, created: 13, bad: 1 })
    const rows = await forum.rows('code', 'day', 'hour', 'name')
    expect(rows).toHaveLength(13)
    expect(rows[0]).toEqual({
      code: '1001',
      day: '2016-10-27',
      hour: '09:00',
      name: {
        'zh-CN': 'Offenheit, Partizipation und Digitalisierung',
        en: 'Peter Onderscheka, Landeshauptstadt München',
      },
    })
  })
})

/** A time as the list has it, on the clocks of Shanghai, which are those of Taipei. */
function toInstant(wall: string): string {
  return new Date(`${wall.replace(' ', 'T')}+08:00`).toISOString().replace('.000', '')
}

function byTitle(a: object, b: object): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1
}

function sorted(row: object): object {
  return Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const fields = Object.keys(chineseRows[0] ?? {})

/** Each encoding once; unit tests of the reader have every combination of these. */
const layouts = [
  { encoding: 'utf-8', addBOM: false, separator: ',', end: '\r\n' },
  { encoding: 'utf-8', addBOM: true, separator: '\t', end: '\n' },
  { encoding: 'utf-16le', addBOM: true, separator: ';', end: '\n' },
  { encoding: 'gb18030', addBOM: false, separator: ';', end: '\r\n' },
] as const

eachDatabase('the same 200 Chinese rows', (place) => {
  const forum = new OddForum(place)
  beforeEach(() => forum.empty())

  /** Imports a file as it is and takes it back. @returns the rows in between */
  const goesThrough = async (name: string, bytes: Buffer, reading: object) => {
    const file = await forum.upload(oddModule, name, bytes)
    const { data: checked, error } = await forum.send(oddModule, { file })
    expect(error).toBeUndefined()
    expect(checked.faults).toEqual([])
    expect(checked.reading).toMatchObject({ ...reading, headerLine: 1 })
    expect(checked.counts).toEqual({ rows: 200, created: 200, updated: 0, unchanged: 0, bad: 0 })
    const done = await forum.send(oddModule, { token: checked.token })
    expect(done.data).toMatchObject({ state: 'committed', counts: { created: 200 } })
    const rows = await forum.rows(...fields)
    const ids = await forum.rows('id')
    expect(await forum.reveal(ids[117]?.['id'])).toBe(chineseCards[117])
    expect((await forum.undo(oddModule, checked.token)).data).toEqual({ undone: 200, left: 0 })
    expect(await forum.rows('code')).toEqual([])
    return rows
  }

  it.each(layouts)('come in as $encoding, with a mark: $addBOM [S13]', async (layout) => {
    const { encoding, addBOM, separator, end } = layout
    const table = chineseTexts.map((row) => [...row])
    const text = stringify(table, { delimiter: separator, record_delimiter: end })
    const bytes = iconv.encode(text, encoding, { addBOM })
    const reading = { kind: 'csv', encoding, separator }
    expect(await goesThrough('名单.csv', bytes, reading)).toEqual(chineseRows)
  })

  it('come in as a workbook of another program [S13]', async () => {
    const bytes = await writeExcel(chineseCells.map((row) => row.map(toExcel))).toBuffer()
    const reading = { kind: 'xlsx', sheets: [expect.any(String)] }
    expect(await goesThrough('名单.xlsx', bytes, reading)).toEqual(chineseRows)
  })

  it('come in as a workbook of our own [S13]', async () => {
    const bytes = await buffer(writeSheet({ kind: 'xlsx', sheet: '来宾' }, chineseCells, { hasHeader: true }))
    const reading = { kind: 'xlsx', sheet: '来宾', sheets: ['来宾'] }
    expect(await goesThrough('名单.xlsx', bytes, reading)).toEqual(chineseRows)
  })
})

/** A cell as the other library has it. */
function toExcel(cell: OutCell) {
  if (typeof cell === 'number') return { value: cell, type: Number }
  if (typeof cell === 'string') return { value: cell, type: String }
  const { date } = cell as { date: string }
  return { value: new Date(`${date}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' }
}
