import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { InvalidSheetError } from '../../invalid-sheet-error.ts'
import {
  toBatches,
  withFirst,
  maxCellCharacters,
  maxColumns,
  type SheetSource,
  type SheetTask,
} from '../sheet-source.ts'
import { decodeFile } from './decode.ts'
import { findEncoding } from './find-encoding.ts'
import type { SheetRow } from '../../cell.ts'
import { type Separator, separators, type CsvFormat } from '../../sheet-format.ts'

/** Characters of the beginning by which the separator is found. */
const headCharacters = 65_536

/**
 * Opens a CSV file.
 * @throws InvalidSheetError
 */
export async function openCsv(task: SheetTask): Promise<SheetSource> {
  const { encoding, hasMark, encodings, isDoubtful } = await findEncoding(task.path, task.encoding)
  const layout = findLayout(await readHead(decodeFile(task.path, encoding)))
  const separator = task.separator ?? layout.separator
  const text = skipCharacters(decodeFile(task.path, encoding), layout.hintLength)
  const batches = await withFirst(toBatches(readRows(text, separator, layout.hintLength > 0 ? 2 : 1)))
  if (!batches) throw new InvalidSheetError('empty')
  const { lineEnd } = layout
  const format = { kind: 'csv', encoding, hasMark, separator, lineEnd } as const
  return { reading: { format, encodings, ...(isDoubtful && { isDoubtful }) }, batches }
}

async function readHead(text: AsyncIterable<string>): Promise<string> {
  let head = ''
  for await (const piece of text) {
    head += piece
    if (head.length >= headCharacters) break
  }
  return head
}

/** A text without its first characters. */
async function* skipCharacters(text: AsyncIterable<string>, length: number): AsyncGenerator<string> {
  let left = length
  for await (const piece of text) {
    yield piece.slice(left)
    left -= Math.min(left, piece.length)
  }
}

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
async function* readRows(
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
      if (quoting && value.startsWith('"') && !isClosed(value, bytes - fieldEnd - 1))
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
    throw error instanceof CsvError ? toSheetError(error, firstLine + parser.info.records) : error
  }
}

/**
 * Whether a quoted cell whose value begins with a quotation mark was closed at its end: it takes two bytes more than its
 * value and one for each quotation mark, which is doubled. What goes on after its closing mark the parser gives with
 * that mark and less bytes.
 */
function isClosed(value: string, bytes: number): boolean {
  const marks = value.split('"').length - 1
  return bytes >= Buffer.byteLength(value) + marks + 2
}

function toSheetError(error: CsvError, line: number): InvalidSheetError {
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new InvalidSheetError('too_long_cell', { line, max: maxCellCharacters }, error)
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new InvalidSheetError('unclosed_quote', { line }, error)
  return new InvalidSheetError('unreadable', {}, error)
}

async function* toBytes(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of text) if (piece !== '') yield Buffer.from(piece)
}

/** Records that are looked at. */
const maxRecords = 50

/** How the beginning of a CSV text is laid out. */
export interface CsvLayout {
  separator: Separator
  lineEnd: CsvFormat['lineEnd']
  /** Length of Excel's first line `sep=;`, which is no row; 0 when there is none. */
  hintLength: number
}

/**
 * Finds the separator: the one that most records have outside quotation marks, and of two such the more frequent one. Rows
 * may be of different length, and titles without any stand above them.
 */
function findLayout(head: string): CsvLayout {
  const hint = /^sep=([,;\t])(?:\r\n|\r|\n|$)/i.exec(head)
  const { counts, lineEnd } = countSeparators(hint ? head.slice(hint[0].length) : head)
  let separator: Separator = ','
  let best = { records: 0, count: 0 }
  for (const candidate of separators) {
    const used = counts.map((record) => record[candidate]).filter((count) => count > 0)
    const total = { records: used.length, count: used.reduce((sum, count) => sum + count, 0) }
    const isBetter =
      total.records > best.records || (total.records === best.records && total.count > best.count)
    if (isBetter) [separator, best] = [candidate, total]
  }
  return {
    separator: (hint?.[1] as Separator | undefined) ?? separator,
    lineEnd: lineEnd ?? '\r\n',
    hintLength: hint?.[0].length ?? 0,
  }
}

type Counts = Record<Separator, number>

/** Separators of each record; a quotation mark counts only where a cell begins, as it does for the parser. */
function countSeparators(text: string): { counts: Counts[]; lineEnd: CsvFormat['lineEnd'] | undefined } {
  const counts: Counts[] = []
  let record: Counts = { ',': 0, ';': 0, '\t': 0 }
  let lineEnd: CsvFormat['lineEnd'] | undefined
  // A quoted stretch, a separator, a line end.
  for (const [found] of text.matchAll(/(?<=^|[,;\t\r\n])"[^"]*(?:""[^"]*)*(?:"|$)|[,;\t]|\r\n|\r|\n/g)) {
    if (found.startsWith('"')) continue
    if (found === ',' || found === ';' || found === '\t') {
      record[found]++
      continue
    }
    lineEnd ??= found as CsvFormat['lineEnd']
    counts.push(record)
    record = { ',': 0, ';': 0, '\t': 0 }
    if (counts.length === maxRecords) return { counts, lineEnd }
  }
  // The last record may be cut off by the end of the head.
  return { counts: counts.length === 0 ? [record] : counts, lineEnd }
}
