import type { Readable } from 'node:stream'
import type { SheetFormat } from '../sheet-format.ts'
import { writeCsv } from './csv.ts'
import type { OutRows, WriteOptions } from './out-rows.ts'
import { writeWorkbook } from './workbook.ts'

/**
 * Writes rows as a file while it is read; neither all rows nor all bytes are in memory. An error in the rows destroys
 * the stream, and destroying the stream ends the rows.
 */
export function writeSheet(format: SheetFormat, rows: OutRows, options: WriteOptions = {}): Readable {
  return format.kind === 'csv' ? writeCsv(format, rows) : writeWorkbook(format, rows, options)
}
