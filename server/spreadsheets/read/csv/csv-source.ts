import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { InvalidSheetError } from '../../invalid-sheet-error.ts'
import {
  toBatches,
  peekFirst,
  maxCellCharacters,
  maxColumns,
  type SheetSource,
  type SheetTask,
} from '../sheet-source.ts'
import { decodeFile } from './decode.ts'
import { findEncoding } from './find-encoding.ts'
import type { SheetRow } from '../../cell.ts'
import { type Separator, separators, type CsvFormat } from '../../sheet-format.ts'

/** Number of characters at the start by which the separator and the line end are detected. */
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
  // The line `sep=;` is no row, but Excel counts it.
  const firstLine = layout.hintLength > 0 ? 2 : 1
  const batches = await peekFirst(toBatches(readRows(text, separator, firstLine)))
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

/** Skips the first characters of a text. */
async function* skipCharacters(text: AsyncIterable<string>, length: number): AsyncGenerator<string> {
  let remaining = length
  for await (const piece of text) {
    yield piece.slice(remaining)
    remaining -= Math.min(remaining, piece.length)
  }
}

/** No table is wider, even where all cells are empty (the last column of Excel). With content, `maxColumns` counts. */
const maxCells = 16_384
/** Limit of a row, in bytes: a longer one has an unclosed quotation mark, or the file is no table. */
const maxRowBytes = 8 * 1024 * 1024

/**
 * Parses the rows of a CSV text. A line is a record, as Excel counts them: empty ones count, line breaks within
 * quotation marks do not.
 *
 * Quotation marks within a cell that does not begin with one are text (`5" pipe`). A cell that begins with one must end
 * with one; otherwise the parser would continue in the next cells or lines and create wrong values.
 * @param firstLine number of the first line of the text
 */
async function* readRows(
  text: AsyncIterable<string>,
  separator: Separator,
  firstLine: number,
): AsyncGenerator<SheetRow> {
  let line = firstLine
  // End of the previous cell, in bytes: a separator or a line end of one or two bytes follows. Before the first cell -1,
  // as if a separator ended at byte 0.
  let fieldEnd = -1
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    // Rows may differ in length, and marks within a cell are text.
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRowBytes,
    cast(value, { quoting, bytes, index, records }) {
      const position = { line: firstLine + records }
      if (index >= maxCells || (index >= maxColumns && value !== ''))
        throw new InvalidSheetError('too_many_columns', { ...position, max: maxColumns })
      if (value.length > maxCellCharacters)
        throw new InvalidSheetError('too_long_cell', { ...position, max: maxCellCharacters })
      if (quoting && value.startsWith('"') && !isClosed(value, bytes - fieldEnd - 1))
        throw new InvalidSheetError('unclosed_quote', position)
      fieldEnd = bytes
      return value
    },
  })
  // The iteration below receives the errors of the parser.
  pipeline(Readable.from(toBytes(text), { objectMode: false }), parser, () => undefined)
  try {
    for await (const cells of parser) yield { line: line++, cells: cells as string[] }
  } catch (error) {
    throw error instanceof CsvError ? toSheetError(error, firstLine + parser.info.records) : error
  }
}

/**
 * Checks whether a quoted cell whose value begins with a quotation mark is closed at its end. It takes two bytes more
 * than its value, and one more for each quotation mark, which is doubled. For text after the closing mark the parser
 * returns that mark and fewer bytes.
 */
function isClosed(value: string, bytes: number): boolean {
  const quotationMarks = value.split('"').length - 1
  return bytes >= Buffer.byteLength(value) + quotationMarks + 2
}

/** Converts an error of the parser to the error of the file. */
function toSheetError(error: CsvError, line: number): InvalidSheetError {
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new InvalidSheetError('too_long_cell', { line, max: maxCellCharacters }, error)
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new InvalidSheetError('unclosed_quote', { line }, error)
  return new InvalidSheetError('unreadable', {}, error)
}

async function* toBytes(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of text) if (piece !== '') yield Buffer.from(piece)
}

/** Number of records at the start whose separators are counted. */
const maxRecords = 50

/** What {@link findLayout} detects at the start of a CSV text. */
export interface CsvLayout {
  separator: Separator
  lineEnd: CsvFormat['lineEnd']
  /** Length of the line `sep=;` of Excel, which is no row; 0 when there is none. */
  hintLength: number
}

/**
 * Detects the separator: the one that occurs in most records outside quotation marks, and of two such the more frequent
 * one. Rows may differ in length, and titles without a separator may precede them.
 */
function findLayout(head: string): CsvLayout {
  const hint = /^sep=([,;\t])(?:\r\n|\r|\n|$)/i.exec(head)
  const { counts, lineEnd } = countSeparators(hint ? head.slice(hint[0].length) : head)
  let separator: Separator = ','
  let bestTotal = { records: 0, count: 0 }
  for (const candidate of separators) {
    const recordCounts = counts.map((record) => record[candidate]).filter((count) => count > 0)
    const total = { records: recordCounts.length, count: recordCounts.reduce((sum, count) => sum + count, 0) }
    const isBetter =
      total.records > bestTotal.records ||
      (total.records === bestTotal.records && total.count > bestTotal.count)
    if (isBetter) [separator, bestTotal] = [candidate, total]
  }
  return {
    separator: (hint?.[1] as Separator | undefined) ?? separator,
    // A file of one line gets the line end of Excel.
    lineEnd: lineEnd ?? '\r\n',
    hintLength: hint?.[0].length ?? 0,
  }
}

/** How often each separator occurs in a record. */
type SeparatorCounts = Record<Separator, number>

/** Counts the separators of each record. As in the parser, a quotation mark counts only at the start of a cell. */
function countSeparators(text: string): {
  counts: SeparatorCounts[]
  lineEnd: CsvFormat['lineEnd'] | undefined
} {
  const counts: SeparatorCounts[] = []
  let record: SeparatorCounts = { ',': 0, ';': 0, '\t': 0 }
  let lineEnd: CsvFormat['lineEnd'] | undefined
  // A quoted text, a separator, a line end.
  for (const [token] of text.matchAll(/(?<=^|[,;\t\r\n])"[^"]*(?:""[^"]*)*(?:"|$)|[,;\t]|\r\n|\r|\n/g)) {
    if (token.startsWith('"')) continue
    if (token === ',' || token === ';' || token === '\t') {
      record[token]++
      continue
    }
    lineEnd ??= token as CsvFormat['lineEnd']
    counts.push(record)
    record = { ',': 0, ';': 0, '\t': 0 }
    if (counts.length === maxRecords) return { counts, lineEnd }
  }
  // The end of the head may cut the last record.
  return { counts: counts.length === 0 ? [record] : counts, lineEnd }
}
