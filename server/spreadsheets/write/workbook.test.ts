import { buffer } from 'node:stream/consumers'
import { array, assert, asyncProperty, boolean, constantFrom, date, double, oneof, string } from 'fast-check'
import readWorkbook, { type CellValue } from 'read-excel-file/node'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { sheetParts, sheetsOf } from '../../../tests/support/sheet-parts.ts'
import type { OutCell } from '../cell.ts'
import type { WriteOptions } from './out-rows.ts'
import { writeSheet } from './write-sheet.ts'

const write = (rows: Iterable<readonly OutCell[]>, options?: WriteOptions): Promise<Buffer> =>
  buffer(writeSheet({ kind: 'xlsx', sheet: '报名' }, rows, options))

/** The rows of the first sheet, as another author's library reads them; texts with their blanks. */
async function read(workbook: Buffer): Promise<(CellValue | null)[][]> {
  const [sheet] = await readWorkbook(workbook, { trim: false })
  return sheet?.data ?? []
}

/** Misleading texts, and random ones. */
const texts = oneof(
  constantFrom('=1+1', '007', '1.10', '11010119900307123X', 'TRUE', '2023-09-05', '1e5', "'x", '+86', '张三'),
  string({ unit: constantFrom('_', 'x', '0', '4', '1', 'A', '\0', '\r', '\n', '\t', ' ', '&', '<', ']]>') }),
  string({ unit: 'binary' }),
)

describe('a workbook', () => {
  it('has its values with their types for another library', async () => {
    const rows: OutCell[][] = [
      ['姓名', 'Places', 'Open', 'Starts', 'Day', 'Note'],
      [
        '=HYPERLINK("http://x")',
        -7.25,
        true,
        { kind: 'date', date: '2023-09-05', time: '09:30:00' },
        { kind: 'date', date: '2023-09-05' },
        ' a\r\nb\u0001_x0041_<&>"',
      ],
      ['007', 0, false, { kind: 'date', date: '2023-12-31', time: '23:59:59' }, null, ''],
    ]
    const [header, first, second] = await read(await write(rows, { hasHeader: true, widths: [12, 8] }))
    expect(header).toEqual(rows[0])
    expect(first).toEqual([
      '=HYPERLINK("http://x")',
      -7.25,
      true,
      nearly('2023-09-05T09:30:00Z'),
      nearly('2023-09-05T00:00:00Z'),
      ' a\r\nb\u0001_x0041_<&>"',
    ])
    expect(second).toEqual(['007', 0, false, nearly('2023-12-31T23:59:59Z'), null, null])
  })

  it('keeps every text, number and boolean, and never has a formula', async () => {
    const cells = oneof(texts, double({ noNaN: true, noDefaultInfinity: true }), boolean())
    await assert(
      asyncProperty(array(array(cells, { minLength: 1, maxLength: 5 }), { minLength: 1 }), async (rows) => {
        // The last column is always filled, so that the reader leaves no row and no column out.
        const filled = rows.map((row) => [...row, 'end'])
        const width = Math.max(...filled.map((row) => row.length))
        const workbook = await write(filled)
        const expected = filled.map((row) =>
          Array.from({ length: width }, (_, at) => {
            const cell = row[at]
            if (typeof cell === 'string') return cell.toWellFormed() || null
            // A workbook has one zero.
            return cell === 0 ? 0 : (cell ?? null)
          }),
        )
        expect(await read(workbook)).toEqual(expected)
        for (const xml of await sheetsOf(workbook)) expectPlain(xml)
      }),
      // The first underscore of an escape must not complete another one that the text before it begins.
      { numRuns: 100, examples: [[[['_xAAA0\r', '_x0041_x0042\u0001', '_x0041_']]]] },
    )
  })

  it('has days and times of no zone', async () => {
    const instants = date({ min: new Date('1900-03-01'), max: new Date('2200-01-01'), noInvalidDate: true })
    await assert(
      asyncProperty(array(instants, { minLength: 1, maxLength: 20 }), async (values) => {
        const moments = values.map((one) => one.toISOString().slice(0, 19))
        const rows = moments.map((one): OutCell[] => [
          { kind: 'date', date: one.slice(0, 10), time: one.slice(11) },
          { kind: 'date', date: one.slice(0, 10) },
        ])
        expect(await read(await write(rows))).toEqual(
          moments.map((one) => [nearly(`${one}Z`), nearly(`${one.slice(0, 10)}T00:00:00Z`)]),
        )
      }),
      { numRuns: 50 },
    )
  })

  it('writes as text what its calendar does not have', async () => {
    const rows: OutCell[][] = [
      [
        { kind: 'date', date: '1900-02-28' },
        { kind: 'date', date: '1835-01-02', time: '10:00:00' },
      ],
      [Number.POSITIVE_INFINITY, { kind: 'date', time: '12:00:00' }],
    ]
    const [first, second] = await read(await write(rows))
    expect(first).toEqual(['1900-02-28', '1835-01-02 10:00:00'])
    expect(second?.[0]).toBe('Infinity')
    const [xml] = await sheetsOf(await write(rows))
    expect(xml).toContain('<c r="B2" s="6"><v>0.5</v></c>')
  })

  it('has a mark for a text that no cell holds, and is none without it', async () => {
    const rows = [['x'.repeat(32_767), 'x'.repeat(32_768)]]
    expect(await read(await write(rows, { tooLongMark: 'too long' }))).toEqual([
      ['x'.repeat(32_767), 'too long'],
    ])
    await expect(write(rows)).rejects.toThrow('too long for a cell')
  })

  it('has its header in sight and bold, and a sheet of hints', async () => {
    const workbook = await write([['Name'], ['A']], {
      hasHeader: true,
      further: [{ name: 'Hints: [1]', rows: [['Column', 'Type']] }],
    })
    const sheets = await readWorkbook(workbook)
    expect(sheets).toEqual([
      { sheet: '报名', data: [['Name'], ['A']] },
      { sheet: 'Hints   1', data: [['Column', 'Type']] },
    ])
    const parts = await sheetParts(workbook)
    const xml = parts.get('xl/worksheets/sheet1.xml') ?? ''
    expect(xml).toContain('ySplit="1"')
    expect(xml).toContain('<c r="A1" s="2"')
    for (const part of parts.values()) new SaxesParser({ xmlns: true }).write(part).close()
  })

  it('fails when its rows do, and ends them when its reader stops', async () => {
    await expect(buffer(writeSheet({ kind: 'xlsx', sheet: 'A' }, broken()))).rejects.toThrow('went away')
    let isOver = false
    async function* endless(): AsyncGenerator<OutCell[]> {
      try {
        for (let row = 0; ; row += 1) yield [`${row * 7919}`]
      } finally {
        isOver = true
      }
    }
    const stream = writeSheet({ kind: 'xlsx', sheet: 'A' }, endless())
    let bytes = 0
    for await (const chunk of stream) if ((bytes += (chunk as Buffer).length) > 100_000) break
    await expect.poll(() => isOver).toBe(true)
  })
})

/** Plain values: texts, numbers, booleans. */
function expectPlain(xml: string): void {
  const names = new Set<string>()
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', ({ name }) => names.add(name))
  parser.write(xml).close()
  expect([...names].filter((name) => !known.has(name))).toEqual([])
}

const known = new Set(
  'worksheet sheetViews sheetView pane sheetFormatPr cols col sheetData row c v is t'.split(' '),
)

/** The other library computes with fractions of a day and is up to a millisecond short. */
function nearly(instant: string) {
  return {
    asymmetricMatch: (value: unknown) =>
      value instanceof Date && Math.round(value.getTime() / 1000) === Date.parse(instant) / 1000,
    toString: () => `nearly ${instant}`,
  }
}

async function* broken(): AsyncGenerator<OutCell[]> {
  for (let row = 0; row < 1000; row += 1) yield ['x']
  throw new Error('the database went away')
}
