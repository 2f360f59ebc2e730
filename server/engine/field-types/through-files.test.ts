import { buffer } from 'node:stream/consumers'
import { array, assert, asyncProperty, record } from 'fast-check'
import { expect, it } from 'vitest'
import type { OutCell } from '#server/spreadsheets/cell.ts'
import { unescapeFormula } from '#server/spreadsheets/cell.ts'
import type { SheetFormat } from '#server/spreadsheets/sheet-format.ts'
import { writeSheet } from '#server/spreadsheets/write/write-sheet.ts'
import { readCsv, readWorkbook, sheetFile } from '../../../tests/support/sheet-files.ts'
import { cases, kept } from '../../../tests/support/cell-values.ts'
import { columnOf, contextIn } from './cells.fixture.ts'
import { readCell, writeCell } from './cells.ts'

const names = Object.keys(cases)
const fields = Object.values(cases).map(([field]) => field)
const rows = array(
  record(Object.fromEntries(names.map((name) => [name, cases[name]?.[1] ?? array(record({}))]))),
  {
    minLength: 20,
    maxLength: 20,
  },
)
const context = contextIn('zh-CN')

const csv = (more: Partial<Extract<SheetFormat, { kind: 'csv' }>>): SheetFormat => ({
  kind: 'csv',
  encoding: 'utf-8',
  hasMark: true,
  separator: ',',
  lineEnd: '\r\n',
  ...more,
})

it.each<[string, SheetFormat]>([
  ['a CSV file as Excel opens it', csv({})],
  ['a CSV file of tabs in UTF-16', csv({ encoding: 'utf-16le', separator: '\t', lineEnd: '\n' })],
  ['a workbook', { kind: 'xlsx', sheet: '表' }],
])('values of all types come back from %s as they were', async (_, format) => {
  await assert(
    asyncProperty(rows, async (given) => {
      const out = given.map((row): OutCell[] =>
        fields.map((field, index) => {
          const value = kept(field, row[names[index] ?? ''])
          return writeCell(columnOf(field), field.type === 'file' ? row['file'] : value, context)
        }),
      )
      const bytes = await buffer(writeSheet(format, [names, ...out], { hasHeader: true }))
      const read = await (format.kind === 'csv' ? readCsv(bytes) : readWorkbook(sheetFile(bytes)))
      const values = given.map((_row, at) => {
        const cells = read.rows.find(({ line }) => line === at + 2)?.cells ?? []
        return fields.map((field, index) => {
          const cell = cells[index] ?? ''
          const shown = format.kind === 'csv' && typeof cell === 'string' ? unescapeFormula(cell) : cell
          return readCell(columnOf(field), shown, context)
        })
      })
      const wanted = given.map((row) =>
        fields.map((field, index) => {
          const value = kept(field, row[names[index] ?? ''])
          return value === undefined ? undefined : { value }
        }),
      )
      expect(values).toEqual(wanted)
    }),
    { numRuns: 8 },
  )
})
