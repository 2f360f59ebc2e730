import type { OutCell } from '../cell.ts'

/** Rows of a sheet in their order. */
export type OutRows = AsyncIterable<readonly OutCell[]> | Iterable<readonly OutCell[]>

/** A further sheet of a workbook, such as one with hints. */
export interface FurtherSheet {
  name: string
  rows: Iterable<readonly OutCell[]>
}

/** Options of a workbook; CSV files ignore them. */
export interface WriteOptions {
  /** True when the first row has the column headers: it is bold and stays visible. */
  hasHeader?: boolean
  /** Widths of the columns, in characters. */
  widths?: readonly number[]
  /** Replaces a text that is too long for a cell of a workbook; without it such a text is an error. */
  tooLongMark?: string
  /** Sheets after the main one. */
  further?: readonly FurtherSheet[]
}

/** Rows per write: few enough that their garbage is collected early (decision 161). */
const batchRows = 50

/** Groups rows, so that not each row waits for the event loop; other requests run between two batches. */
export async function* inBatches<Row>(rows: AsyncIterable<Row> | Iterable<Row>): AsyncGenerator<Row[]> {
  let batch: Row[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < batchRows) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
