import type { SheetRow, Cell } from '../cell.ts'
import type { Encoding, Separator, SheetFormat } from '../sheet-format.ts'
import { type SheetErrorReason, InvalidSheetError } from '../invalid-sheet-error.ts'

/** Task of the worker. */
export interface SheetTask {
  path: string
  kind: 'csv' | 'xlsx'
  encoding?: Encoding
  separator?: Separator
  /** Name of the sheet; the first visible one with content when absent. */
  sheet?: string
}

/** Properties of an open file, which the worker sends once. */
export interface SheetReading {
  /** Detected, or as requested. */
  format: SheetFormat
  /** CSV: all encodings in which the bytes are valid, the detected one first. */
  encodings?: readonly Encoding[]
  /** CSV: true when the encoding is a guess, and many characters are rare in it. */
  isDoubtful?: boolean
  /** Workbook: names of its visible sheets. */
  sheets?: readonly string[]
  /** Workbook: further visible sheets with content, when the user named none. */
  unreadSheets?: readonly string[]
  /**
   * Workbook: merged cells of the sheet, such as `C2:C4`. Those over rows only have their value in each row; those over
   * columns have it in their first column only.
   */
  merged?: { overRows: readonly string[]; overColumns: readonly string[] }
  /** Workbook: indexes of hidden columns, from 0. */
  hiddenColumns?: readonly number[]
}

/** A file that is open in the worker, of either kind. */
export interface SheetSource {
  reading: SheetReading
  /** See {@link toBatches}. */
  batches: AsyncIterator<readonly SheetRow[]>
}

/** Messages of the worker: first the properties of the file, then a batch of rows per request until there are none. */
export type WorkerMessage =
  | { kind: 'opened'; reading: SheetReading }
  | { kind: 'rows'; rows: readonly SheetRow[] }
  | { kind: 'end' }
  | { kind: 'failed'; reason: SheetErrorReason; params: InvalidSheetError['params']; cause: string }

/** Limit of rows with content: four times the largest import that was measured (50,000). */
const maxRows = 200_000
/** Ten times the columns of the widest module in both languages. */
export const maxColumns = 500
/** Three times what a cell of Excel can hold (32,767). */
export const maxCellCharacters = 100_000
/** Rows per message of the worker. */
const batchRows = 200
/** A batch of long texts ends earlier. */
const batchCharacters = 500_000
/** Heap of the worker. 50,000 rows of 12 columns take a third of it. */
export const maxHeapMb = 128
/** Timeout for a message of the worker, in milliseconds. */
export const maxIdleMs = 60_000

/**
 * Groups rows into batches. Empty rows and empty cells at the end of a row are dropped, because only some programs
 * write them.
 * @throws InvalidSheetError when there are too many rows
 */
export async function* toBatches(rows: AsyncIterable<SheetRow>): AsyncGenerator<readonly SheetRow[]> {
  let batch: SheetRow[] = []
  let characters = 0
  let count = 0
  for await (const row of rows) {
    const cells = trimEmptyCells(row.cells)
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

/** Drops empty cells at the end; returns none when all cells are blank. */
function trimEmptyCells(cells: readonly Cell[]): readonly Cell[] {
  if (!cells.some((cell) => typeof cell !== 'string' || cell.trim() !== '')) return []
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
}

/**
 * Reads the first item at once, so that the caller knows whether there are any.
 * @returns an iterator over all items, the first included; undefined when there is none
 */
export async function peekFirst<T>(items: AsyncIterator<T>): Promise<AsyncIterator<T> | undefined> {
  const firstItem = await items.next()
  if (firstItem.done) return undefined
  let isFirst = true
  return {
    next() {
      if (!isFirst) return items.next()
      isFirst = false
      return Promise.resolve(firstItem)
    },
  }
}
