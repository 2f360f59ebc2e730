import type { Readable } from 'node:stream'
import type { OutCell } from '../cell.ts'
import type { SheetFormat } from '../sheet-format.ts'
import { writeCsv } from './csv.ts'
import { writeWorkbook } from './workbook.ts'

/** Rows of a sheet, in their order. */
export type OutRows = AsyncIterable<readonly OutCell[]> | Iterable<readonly OutCell[]>

/** A further sheet of a workbook, as one with hints. */
export interface FurtherSheet {
  name: string
  rows: Iterable<readonly OutCell[]>
}

/** What a workbook has besides its cells; CSV has none of it. */
export interface WriteOptions {
  /** True when the first row says what the columns are: it is bold and stays in sight. */
  hasHeader?: boolean
  /** Widths of the columns, in characters. */
  widths?: readonly number[]
  /** Stands in the place of a text that is too long for a cell of a workbook; without it such a text is a fault. */
  tooLongMark?: string
  further?: readonly FurtherSheet[]
}

/**
 * Writes rows as a file, while it is read: neither all rows nor all bytes are ever held. A fault in the rows destroys the
 * stream before its end, and who destroys the stream ends the rows.
 */
export function writeSheet(format: SheetFormat, rows: OutRows, options: WriteOptions = {}): Readable {
  return format.kind === 'csv' ? writeCsv(format, rows) : writeWorkbook(format, rows, options)
}
