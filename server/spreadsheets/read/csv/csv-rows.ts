import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { SheetRow } from '../../cell.ts'
import { InvalidSheetError } from '../../invalid-sheet-error.ts'
import type { Separator } from '../../sheet-format.ts'
import { maxCellCharacters, maxColumns } from '../limits.ts'

/** Nobody's table is wider, even where all cells are empty (Excel's last column). */
const maxCells = 16_384
/** A row, in bytes; what is longer is a quotation mark that is nowhere closed, or not a table. */
const maxRowBytes = 8 * 1024 * 1024

/**
 * The rows of a CSV text. A line is a record, as Excel counts them: empty ones count, line breaks within quotation marks
 * do not.
 *
 * Quotation marks within a cell that does not begin with one are text (`5" pipe`). A cell that begins with one must end
 * with one: else the parser would go on in the next cells or lines and make values that nobody wrote.
 * @param firstLine number of the text's first line
 */
export async function* csvRows(
  text: AsyncIterable<string>,
  separator: Separator,
  firstLine: number,
): AsyncGenerator<SheetRow> {
  let line = firstLine
  // Where the cell before ended, in bytes: a separator or a line end of one or two bytes is between.
  let fieldEnd = -1
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRowBytes,
    cast(value, { quoting, bytes, index, records }) {
      const at = { line: firstLine + records }
      if (index >= maxCells || (index >= maxColumns && value !== ''))
        throw new InvalidSheetError('too_many_columns', { ...at, max: maxColumns })
      if (value.length > maxCellCharacters)
        throw new InvalidSheetError('too_long_cell', { ...at, max: maxCellCharacters })
      if (quoting && value.startsWith('"') && !isWhole(value, bytes - fieldEnd - 1))
        throw new InvalidSheetError('unclosed_quote', at)
      fieldEnd = bytes
      return value
    },
  })
  // Its errors come out of the parser, which is walked below.
  pipeline(Readable.from(toBytes(text), { objectMode: false }), parser, () => undefined)
  try {
    for await (const cells of parser) yield { line: line++, cells: cells as string[] }
  } catch (error) {
    throw error instanceof CsvError ? refusalOf(error, firstLine + parser.info.records) : error
  }
}

/**
 * Whether a quoted cell whose value begins with a quotation mark was closed at its end: it takes two bytes more than its
 * value and one for each quotation mark, which is doubled. What goes on after its closing mark the parser gives with
 * that mark and less bytes.
 */
function isWhole(value: string, bytes: number): boolean {
  const marks = value.split('"').length - 1
  return bytes >= Buffer.byteLength(value) + marks + 2
}

function refusalOf(error: CsvError, line: number): InvalidSheetError {
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new InvalidSheetError('too_long_cell', { line, max: maxCellCharacters }, error)
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new InvalidSheetError('unclosed_quote', { line }, error)
  return new InvalidSheetError('unreadable', {}, error)
}

async function* toBytes(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of text) if (piece !== '') yield Buffer.from(piece)
}
