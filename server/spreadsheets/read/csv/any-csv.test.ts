import * as fc from 'fast-check'
import iconv from 'iconv-lite'
import { stringify } from 'csv-stringify/sync'
import { expect, it } from 'vitest'
import { readCsv } from '../../../../tests/support/sheet-files.ts'
import { separators, completeEncodings } from '../../sheet-format.ts'

/** What makes a cell hard to read, and characters of one to four bytes. */
const hard = fc.constantFrom(
  '"',
  '""',
  ',',
  ';',
  '\t',
  '\r',
  '\n',
  '\r\n',
  ' ',
  'a',
  '0',
  '中',
  '𠮷',
  'é',
  '\uFEFF',
)
const cell = fc.oneof(
  fc.array(hard, { maxLength: 8 }).map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.includes('\0')),
)
const rowsOfCells = fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 })
const layout = fc.record({
  delimiter: fc.constantFrom(...separators),
  record_delimiter: fc.constantFrom('\r\n', '\n', '\r'),
  quoted: fc.boolean(),
  encoding: fc.constantFrom(...completeEncodings),
  hasMark: fc.boolean(),
})

it('what another program writes reads back equal, in every encoding and layout [S13]', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOfCells, layout, async (rows, { encoding, hasMark, ...options }) => {
      const text = stringify(rows, { ...options, quoted_match: /["\r\n\t,;]/ })
      // That would be a mark.
      fc.pre(!text.startsWith('\uFEFF'))
      const bytes = iconv.encode(text, encoding, { addBOM: hasMark })
      const csvOptions = { encoding, separator: options.delimiter }
      const expected = rows.flatMap((cells, index) => {
        const last = cells.findLastIndex((value) => value !== '')
        const isBlank = cells.every((value) => value.trim() === '')
        return isBlank ? [] : [{ line: index + 1, cells: cells.slice(0, last + 1) }]
      })
      const read = await readCsv(bytes, csvOptions).catch((error: unknown) => error)
      expect(read).toMatchObject(expected.length === 0 ? { reason: 'empty' } : { rows: expected })
    }),
    { numRuns: 300 },
  )
})
