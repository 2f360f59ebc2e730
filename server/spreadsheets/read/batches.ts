import type { Cell, SheetRow } from '../cell.ts'
import { InvalidSheetError } from '../invalid-sheet-error.ts'
import { batchCharacters, batchRows, maxRows } from './limits.ts'

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
