import { buffer } from 'node:stream/consumers'
import { stringify } from 'csv-stringify/sync'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import writeExcel from 'write-excel-file/node'
import type { OutCell } from '#server/sheets/cell.ts'
import { writeSheet } from '#server/sheets/write/write-sheet.ts'
import { chineseCards, chineseCells, chineseRows, chineseTexts } from '../support/chinese-list.ts'
import { eachDatabase } from '../support/databases.ts'
import { oddModule, startOddForum, type OddForum } from '../support/odd-list.ts'

const fields = Object.keys(chineseRows[0] ?? {})

/** Each encoding once; unit tests of the reader have every combination of these. */
const layouts = [
  { encoding: 'utf-8', addBOM: false, separator: ',', end: '\r\n' },
  { encoding: 'utf-8', addBOM: true, separator: '\t', end: '\n' },
  { encoding: 'utf-16le', addBOM: true, separator: ';', end: '\n' },
  { encoding: 'gb18030', addBOM: false, separator: ';', end: '\r\n' },
] as const

eachDatabase('the same 200 Chinese rows', (place) => {
  let forum: OddForum

  beforeAll(async () => {
    forum = await startOddForum(await place.open(), place.place.dataDir)
  })
  beforeEach(() => forum.empty())
  afterAll(() => forum.close())

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
