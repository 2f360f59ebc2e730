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
