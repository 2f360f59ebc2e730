import type { OutCell } from '../cell.ts'

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

/** Rows that are written at once: few enough that what they leave behind goes soon (decision 161). */
const batchRows = 50

/** Gathers rows, so that not each of them waits for a turn of the event loop; between two batches others have theirs. */
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
