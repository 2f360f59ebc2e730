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

const layouts = (
  [
    ['utf-8', false],
    ['utf-8', true],
    ['utf-16le', true],
    ['gb18030', false],
  ] as const
).flatMap(([encoding, addBOM]) =>
  ([',', ';', '\t'] as const).flatMap((separator) =>
    (['\r\n', '\n'] as const).map((end) => ({ encoding, addBOM, separator, end })),
  ),
)

eachDatabase('the same 200 Chinese rows', (place) => {
  let forum: OddForum

  beforeAll(async () => {
    forum = await startOddForum(await place.open(), place.place.dataDir)
  })
  beforeEach(() => forum.empty())
  afterAll(() => forum.close())

  /** Imports a file as it is, looks at its rows, and takes it back. */
  const goesThrough = async (name: string, bytes: Buffer, reading: object) => {
    const file = await forum.upload(oddModule, name, bytes)
    const { data: checked, error } = await forum.send(oddModule, { file })
    expect(error).toBeUndefined()
    expect(checked.faults).toEqual([])
    expect(checked.reading).toMatchObject({ ...reading, headerLine: 1 })
    expect(checked.counts).toEqual({ rows: 200, created: 200, updated: 0, unchanged: 0, bad: 0 })
    const done = await forum.send(oddModule, { token: checked.token })
    expect(done.data).toMatchObject({ state: 'committed', counts: { created: 200 } })
    expect(await forum.rows(...fields)).toEqual(chineseRows)
    const ids = await forum.rows('id')
    expect(await forum.reveal(ids[117]?.['id'])).toBe(chineseCards[117])
    expect((await forum.undo(oddModule, checked.token)).data).toEqual({ undone: 200, left: 0 })
    expect(await forum.rows('code')).toEqual([])
  }

  it.each(layouts)(
    'come in as $encoding, with a mark: $addBOM, parted by $separator, lines by $end',
    async ({ encoding, addBOM, separator, end }) => {
      const table = chineseTexts.map((row) => [...row])
      const text = stringify(table, { delimiter: separator, record_delimiter: end })
      const bytes = iconv.encode(text, encoding, { addBOM })
      await goesThrough('名单.csv', bytes, { kind: 'csv', encoding, separator })
    },
  )

  it('come in as a workbook of another program', async () => {
    const toCell = (cell: OutCell) => {
      if (typeof cell === 'number') return { value: cell, type: Number }
      if (typeof cell === 'string') return { value: cell, type: String }
      const { date } = cell as { date: string }
      return { value: new Date(`${date}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' }
    }
    const bytes = await writeExcel(chineseCells.map((row) => row.map(toCell))).toBuffer()
    await goesThrough('名单.xlsx', bytes, { kind: 'xlsx', sheets: [expect.any(String)] })
  })

  it('come in as a workbook of our own', async () => {
    const bytes = await buffer(writeSheet({ kind: 'xlsx', sheet: '来宾' }, chineseCells, { hasHeader: true }))
    await goesThrough('名单.xlsx', bytes, { kind: 'xlsx', sheet: '来宾', sheets: ['来宾'] })
  })
})
