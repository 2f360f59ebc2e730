import { buffer, text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { array, assert, asyncProperty, constantFrom, oneof, string, tuple } from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import type { OutCell } from '../cell.ts'
import { unescapeFormula } from '../cell.ts'
import { separators, completeEncodings, type CsvFormat } from '../sheet-format.ts'
import { writeSheet } from './write-sheet.ts'

const plain: CsvFormat = { kind: 'csv', encoding: 'utf-8', hasMark: true, separator: ',', lineEnd: '\r\n' }

const write = (rows: Iterable<readonly OutCell[]>, format: Partial<CsvFormat> = {}): Promise<Buffer> =>
  buffer(writeSheet({ ...plain, ...format }, rows))

describe('a CSV file', () => {
  it('begins with the mark that Excel needs, and has Windows line ends', async () => {
    const moment = { kind: 'date', date: '2023-09-05', time: '09:30:00' } as const
    const rows = [
      ['姓名', 'Note', 'n', 'b', 'at', 'day', 'time', 'empty'],
      ['张三', 'a "b", c', -7.5, true, moment, { kind: 'date', date: '2023-09-05' } as const, null, ''],
      [' x', 'one\ntwo', 0, false, { kind: 'date', time: '09:30:00' } as const, null, null, null],
    ]
    const file = await write(rows)
    expect(file.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(file.subarray(3).toString()).toBe(
      '姓名,Note,n,b,at,day,time,empty\r\n' +
        '张三,"a ""b"", c",-7.5,TRUE,2023-09-05 09:30:00,2023-09-05,,\r\n' +
        '" x","one\ntwo",0,FALSE,09:30:00,,,\r\n',
    )
  })

  it('runs nothing: texts that begin like formulas are defused, numbers stay numbers', async () => {
    const file = await write([['=1+1', '+86', '-x', '@a', '\tx', '＝1', -1, '张三']], { hasMark: false })
    expect(file.toString()).toBe(`'=1+1,'+86,'-x,'@a,'\tx,'＝1,-1,张三\r\n`)
  })

  it('gives its texts back in every encoding, with every separator and line end', async () => {
    const cell = oneof(
      string({ unit: constantFrom(',', ';', '\t', '"', '\r', '\n', "'", '=', ' ', '能', '\u{20BB7}') }),
      string({ unit: 'binary' }),
    )
    const formats = tuple(
      constantFrom(...completeEncodings),
      constantFrom(...separators),
      constantFrom('\r\n' as const, '\n' as const, '\r' as const),
    )
    await assert(
      asyncProperty(
        formats,
        array(tuple(cell, cell, cell), { minLength: 1 }),
        async ([encoding, separator, lineEnd], rows) => {
          const file = await write(rows, { encoding, separator, lineEnd, hasMark: encoding !== 'gb18030' })
          const decoded = iconv.decode(file, encoding)
          const read = parse(decoded, {
            delimiter: separator,
            record_delimiter: lineEnd,
            bom: true,
            relax_column_count: true,
          })
          const expected = rows.map((row) => row.map((one) => one.toWellFormed()))
          expect(read.map((row) => row.map(unescapeFormula))).toEqual(expected)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('fails when its rows do, and ends them when its reader stops', async () => {
    await expect(text(writeSheet(plain, broken()))).rejects.toThrow('went away')
    let isOver = false
    async function* endless(): AsyncGenerator<OutCell[]> {
      try {
        for (;;) yield ['x'.repeat(1000)]
      } finally {
        isOver = true
      }
    }
    for await (const _ of writeSheet(plain, endless())) break
    await expect.poll(() => isOver).toBe(true)
  })
})

async function* broken(): AsyncGenerator<OutCell[]> {
  for (let row = 0; row < 1000; row += 1) yield ['x']
  throw new Error('the database went away')
}
