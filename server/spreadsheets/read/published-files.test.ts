import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import readExcel from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { readSheet } from '../../../tests/support/sheet-files.ts'
import type { Cell } from '../cell.ts'

const folder = new URL('../../../tests/fixtures/sheets/', import.meta.url)
const fixture = (name: string) => fileURLToPath(new URL(name, folder))

const isText = (cell: unknown): cell is string => typeof cell === 'string' && cell !== ''

const spectrum = [
  'comma_in_quotes',
  'empty',
  'empty_crlf',
  'escaped_quotes',
  'json',
  'location_coordinates',
  'newlines',
  'newlines_crlf',
  'quotes_and_newlines',
  'simple',
  'simple_crlf',
  'utf8',
]

describe('csv-spectrum', () => {
  it.each(spectrum)('%s is what its JSON says [S13]', async (name) => {
    const { rows } = await readSheet(fixture(`csv-spectrum/${name}.csv`), 'csv')
    const [header, ...records] = rows.map(({ cells }) => cells)
    const read = records.map((cells) =>
      Object.fromEntries(header!.map((key, column) => [key, cells[column] ?? ''])),
    )
    expect(read).toEqual(JSON.parse(readFileSync(fixture(`csv-spectrum/${name}.json`), 'utf8')))
  })
})

describe('published CSV files', () => {
  it.each([
    ['node-csv-365-utf8-bom-windows.csv', 'utf-8'],
    ['node-csv-365-utf16le-bom-windows.csv', 'utf-16le'],
  ])('%s reads by its mark', async (name, encoding) => {
    expect(await readSheet(fixture(name), 'csv')).toEqual({
      format: { kind: 'csv', encoding, hasMark: true, separator: ',', lineEnd: '\r\n' },
      encodings: [encoding],
      rows: [
        { line: 1, cells: ['a', 'b', 'c'] },
        { line: 2, cells: ['1', '2', '3'] },
      ],
    })
  })

  it('coscup-2023-sessions.csv has 200 sessions of 16 columns', async () => {
    const { rows } = await readSheet(fixture('coscup-2023-sessions.csv'), 'csv')
    expect(rows.map(({ line }) => line)).toEqual(Array.from({ length: 201 }, (_, index) => index + 1))
    expect(rows[0]?.cells).toHaveLength(16)
    expect(rows[1]?.cells.slice(0, 6)).toEqual([
      'SWZGFV',
      'f9kzca',
      'TR 616',
      '2023-07-29 12:35:00',
      '2023-07-29 13:05:00',
      '中文',
    ])
  })
})

describe('published workbooks', () => {
  it('a wrong size is ignored', async () => {
    const { rows } = await readSheet(fixture('bad_dimensions.xlsx'), 'xlsx')
    expect(rows).toHaveLength(4)
    expect(rows[1]).toEqual({
      line: 2,
      cells: [
        'EP00001',
        { kind: 'number', value: 10_000 },
        { kind: 'number', value: 0.0367, format: '0.000000' },
      ],
    })
  })

  it('rows of different lengths keep theirs', async () => {
    const { rows } = await readSheet(fixture('ragged.xlsx'), 'xlsx')
    expect(rows.map(({ cells }) => cells)).toEqual([['a', 'b'], [{ kind: 'number', value: 1 }]])
  })

  it('a schedule gives dates, times of day and formulas as such', async () => {
    const { rows, format } = await readSheet(fixture('voc-schedule-example.xlsx'), 'xlsx')
    expect(format).toEqual({ kind: 'xlsx', sheet: 'Sheet1' })
    expect(rows[2]?.line).toBe(3)
    expect(rows[2]?.cells.slice(0, 5)).toEqual([
      'Altes Rathaus',
      { kind: 'date', date: '2016-10-27' },
      { kind: 'formula', formula: 'B3' },
      { kind: 'date', time: '09:00:00' },
      'Offenheit, Partizipation und Digitalisierung',
    ])
  })

  it.each(['bad_dimensions', 'ragged', 'voc-schedule-example'])(
    '%s has the texts that another library reads',
    async (name) => {
      const { rows } = await readSheet(fixture(`${name}.xlsx`), 'xlsx')
      const [sheet] = await readExcel(fixture(`${name}.xlsx`), { trim: false })
      const theirs = sheet!.data.flatMap((cells) => cells.filter(isText))
      const ours = rows.flatMap(({ cells }) => cells.filter((cell: Cell) => isText(cell)))
      expect(ours.length).toBeGreaterThan(1)
      expect(ours).toEqual(theirs)
    },
  )
})
