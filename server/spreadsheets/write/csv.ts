import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import iconv from 'iconv-lite'
import type { OutCell } from '../cell.ts'
import { formatCell, escapeFormula } from '../cell.ts'
import type { CsvFormat, Encoding } from '../sheet-format.ts'
import { inBatches, type OutRows } from './out-rows.ts'

/** Unicode's byte order mark, without which Excel does not recognise UTF-8. */
const byteOrderMark = '\u{FEFF}'

/** Writes rows as a CSV file. Texts that a program would run as formulas are escaped. */
export function writeCsv(format: CsvFormat, rows: OutRows): Readable {
  return Readable.from(generateCsv(format, rows), { objectMode: false })
}

async function* generateCsv(format: CsvFormat, rows: OutRows): AsyncGenerator<Buffer> {
  const { encoding, hasMark, separator, lineEnd } = format
  if (hasMark) yield encode(byteOrderMark, encoding)
  const options = {
    delimiter: separator,
    record_delimiter: lineEnd,
    // Another line end within a cell would end the row in other programs.
    quote_record_delimiter: true,
    quoted_match: outerBlankPatterns,
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

/** Some programs drop blanks at the ends of unquoted cells. */
const outerBlankPatterns = [/^\s|\s$/]

function toText(cell: OutCell): string {
  return typeof cell === 'string' ? escapeFormula(cell) : formatCell(cell)
}

function encode(text: string, encoding: Encoding): Buffer {
  // A lone surrogate has no bytes in any encoding.
  const wellFormedText = text.toWellFormed()
  return encoding === 'utf-8'
    ? Buffer.from(wellFormedText)
    : iconv.encode(wellFormedText, encoding, { addBOM: false })
}
