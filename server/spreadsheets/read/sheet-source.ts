import type { SheetRow, Cell } from '../cell.ts'
import type { Encoding, Separator, SheetFormat } from '../sheet-format.ts'
import { type SheetErrorReason, InvalidSheetError } from '../invalid-sheet-error.ts'

/** What the worker is given to read. */
export interface SheetTask {
  path: string
  kind: 'csv' | 'xlsx'
  encoding?: Encoding
  separator?: Separator
  sheet?: string
}

/** How a file is read. */
interface SheetReading {
  format: SheetFormat
  encodings?: readonly Encoding[]
  /** CSV: true when the encoding was guessed, and many characters are rare ones in it. */
  isDoubtful?: boolean
  sheets?: readonly string[]
  /** Workbook: visible sheets with anything in them that are not read, where nobody said which one is. */
  unreadSheets?: readonly string[]
  /** Merged cells of the sheet, as `C2:C4`: those that go over rows alone, and those that go over columns. */
  merged?: { overRows: readonly string[]; overColumns: readonly string[] }
  /** Workbook: columns that the sheet does not show, from 0. */
  hiddenColumns?: readonly number[]
}

/** A file that was opened within the worker. */
export interface SheetSource {
  reading: SheetReading
  batches: AsyncIterator<readonly SheetRow[]>
}

/** What the worker answers: to its start what it found, then to each question rows until there are none. */
export type ReaderAnswer =
  | { kind: 'opened'; reading: SheetReading }
  | { kind: 'rows'; rows: readonly SheetRow[] }
  | { kind: 'end' }
  | { kind: 'refused'; reason: SheetErrorReason; params: InvalidSheetError['params']; cause: string }

/** Rows with anything in them. Four times the largest import that the figures of this project speak of (50,000). */
const maxRows = 200_000
/** Ten times the columns of the widest module, both languages counted. */
export const maxColumns = 500
/** Three times what a cell of Excel can hold (32,767). */
export const maxCellCharacters = 100_000
/** Rows that go from the worker to its asker at once. */
const batchRows = 200
/** A batch of long texts ends earlier. */
const batchCharacters = 500_000
/** Heap of the worker. 50,000 rows of 12 columns take a third of it. */
export const maxHeapMb = 128
/** Time without an answer of the worker after it was asked. */
export const maxIdleMs = 60_000

/**
 * Rows by batches: those without anything in them and empty cells at the end of a row are left out, which programs write
 * or leave away as they like.
 * @throws InvalidSheetError when there are too many rows
 */
export async function* toBatches(rows: AsyncIterable<SheetRow>): AsyncGenerator<readonly SheetRow[]> {
  let batch: SheetRow[] = []
  let characters = 0
  let count = 0
  for await (const row of rows) {
    const cells = filledCells(row.cells)
    if (cells.length === 0) continue
    count++
    if (count > maxRows) throw new InvalidSheetError('too_many_rows', { max: maxRows })
    batch.push({ ...row, cells })
    for (const cell of cells) characters += typeof cell === 'string' ? cell.length : 0
    if (batch.length < batchRows && characters < batchCharacters) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

/** The cells up to the last one with anything in it; none when all of them hold blanks at most. */
function filledCells(cells: readonly Cell[]): readonly Cell[] {
  if (!cells.some((cell) => typeof cell !== 'string' || cell.trim() !== '')) return []
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
}

/** The same walk from its start, after its first batch was seen; undefined when there is none. */
export async function withFirst<T>(items: AsyncIterator<T>): Promise<AsyncIterator<T> | undefined> {
  const first = await items.next()
  if (first.done) return undefined
  let isFirst = true
  return {
    next() {
      if (!isFirst) return items.next()
      isFirst = false
      return Promise.resolve(first)
    },
  }
}
