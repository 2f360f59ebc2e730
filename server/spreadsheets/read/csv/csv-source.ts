import { InvalidSheetError } from '../../invalid-sheet-error.ts'
import { toBatches, withFirst } from '../batches.ts'
import type { SheetSource, SheetTask } from '../sheet-source.ts'
import { csvRows } from './csv-rows.ts'
import { decodeFile } from './decode.ts'
import { findEncoding } from './find-encoding.ts'
import { findLayout } from './find-separator.ts'

/** Characters of the beginning by which the separator is found. */
const headCharacters = 65_536

/**
 * Opens a CSV file.
 * @throws InvalidSheetError
 */
export async function openCsv(task: SheetTask): Promise<SheetSource> {
  const { encoding, hasMark, encodings, isDoubtful } = await findEncoding(task.path, task.encoding)
  const layout = findLayout(await readHead(decodeFile(task.path, encoding)))
  const separator = task.separator ?? layout.separator
  const text = without(decodeFile(task.path, encoding), layout.hintLength)
  const batches = await withFirst(toBatches(csvRows(text, separator, layout.hintLength > 0 ? 2 : 1)))
  if (!batches) throw new InvalidSheetError('empty')
  const { lineEnd } = layout
  const format = { kind: 'csv', encoding, hasMark, separator, lineEnd } as const
  return { reading: { format, encodings, ...(isDoubtful && { isDoubtful }) }, batches }
}

async function readHead(text: AsyncIterable<string>): Promise<string> {
  let head = ''
  for await (const piece of text) {
    head += piece
    if (head.length >= headCharacters) break
  }
  return head
}

/** A text without its first characters. */
async function* without(text: AsyncIterable<string>, length: number): AsyncGenerator<string> {
  let left = length
  for await (const piece of text) {
    yield piece.slice(left)
    left -= Math.min(left, piece.length)
  }
}
