import type { SheetRow } from '../cell.ts'
import type { Encoding, Separator, SheetFormat } from '../sheet-format.ts'

/** What the worker is given to read. */
export interface SheetTask {
  path: string
  kind: 'csv' | 'xlsx'
  encoding?: Encoding
  separator?: Separator
  sheet?: string
}

/** How a file is read. */
export interface SheetReading {
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
