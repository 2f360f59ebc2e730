import type { SheetRow } from '../cell.ts'
import type { Encoding, Separator, SheetFormat } from '../sheet-format.ts'

/** What a person says of a file when what was found out is wrong. */
export interface SheetOptions {
  encoding?: Encoding
  separator?: Separator
  /** Name of the workbook's sheet; the first visible one with anything in it by default. */
  sheet?: string
  /** Ends the reading. */
  signal?: AbortSignal
}

/** A file that is being read. */
export interface OpenSheet {
  /** As found, or as asked for. */
  format: SheetFormat
  /** CSV: every encoding in which the bytes read without a fault, the found one first. */
  encodings?: readonly Encoding[]
  /** Workbook: names of its visible sheets. */
  sheets?: readonly string[]
  /**
   * Batches of at most 200 rows in the order of the file, read on only when asked for; to be walked once. Rows without
   * anything in them are left out but counted in `line`; empty cells at the end of a row are left out.
   */
  rows: AsyncIterable<readonly SheetRow[]>
  /** Ends the reading at any time; may be called twice. */
  close(): Promise<void>
}
