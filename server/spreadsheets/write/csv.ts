import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import iconv from 'iconv-lite'
import type { OutCell } from '../cell.ts'
import { formatCell, escapeFormula } from '../cell-text.ts'
import type { CsvFormat, Encoding } from '../sheet-format.ts'
import { inBatches, type OutRows } from './out-rows.ts'

/** Unicode's byte order mark, which Excel needs to take UTF-8 for what it is. */
const mark = '\u{FEFF}'

/** Writes rows as a CSV file; texts that a program would run as formulas are defused. */
export function writeCsv(format: CsvFormat, rows: OutRows): Readable {
  return Readable.from(csvBytes(format, rows), { objectMode: false })
}

async function* csvBytes(format: CsvFormat, rows: OutRows): AsyncGenerator<Buffer> {
  const { encoding, hasMark, separator, lineEnd } = format
  if (hasMark) yield encode(mark, encoding)
  const options = {
    delimiter: separator,
    record_delimiter: lineEnd,
    // A line end in a cell that is not the file's own would be one to other programs.
    quote_record_delimiter: true,
    quoted_match: outerBlanks,
  }
  for await (const batch of inBatches(rows))
    yield encode(
      stringify(
        batch.map((row) => row.map(toText)),
        options,
      ),
      encoding,
    )
}

/** Some programs drop blanks at the ends of a cell that is not quoted. */
const outerBlanks = [/^\s|\s$/]

function toText(cell: OutCell): string {
  return typeof cell === 'string' ? escapeFormula(cell) : formatCell(cell)
}

function encode(text: string, encoding: Encoding): Buffer {
  // Half a character has no bytes in any encoding.
  const whole = text.toWellFormed()
  return encoding === 'utf-8' ? Buffer.from(whole) : iconv.encode(whole, encoding, { addBOM: false })
}
