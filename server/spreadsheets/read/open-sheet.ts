import type { SheetRow } from '../cell.ts'
import type { Encoding, Separator, SheetFormat } from '../sheet-format.ts'
import { startSheetWorker, type SheetWorker, type ReaderLimits } from './reader.ts'

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
  /** CSV: true when the encoding was guessed, and many characters are rare ones in it. */
  isDoubtful?: boolean
  /** Workbook: names of its visible sheets. */
  sheets?: readonly string[]
  /** Workbook: visible sheets with anything in them that are not read, where nobody said which one is. */
  unreadSheets?: readonly string[]
  /** Workbook: merged cells. Of those that go over rows each row has the value, over columns the first column alone. */
  merged?: { overRows: readonly string[]; overColumns: readonly string[] }
  /** Workbook: columns that the sheet does not show, from 0. */
  hiddenColumns?: readonly number[]
  /**
   * Batches of at most 200 rows in the order of the file, read on only when asked for; to be walked once. Rows without
   * anything in them are left out but counted in `line`; empty cells at the end of a row are left out.
   */
  rows: AsyncIterable<readonly SheetRow[]>
  /** Ends the reading at any time; may be called twice. */
  close: () => Promise<void>
}

/**
 * Reads a file of a stranger in a thread of its own, as far as it is asked.
 * @param limits what the thread may take
 * @throws InvalidSheetError when it cannot be read; the walk of its rows throws it too
 */
export async function openSheet(
  path: string,
  kind: 'csv' | 'xlsx',
  { signal, ...options }: SheetOptions = {},
  limits?: ReaderLimits,
): Promise<OpenSheet> {
  signal?.throwIfAborted()
  const reader = startSheetWorker({ path, kind, ...options }, limits)
  const onAbort = (): void => void reader.close(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  const close = async (): Promise<void> => {
    signal?.removeEventListener('abort', onAbort)
    await reader.close()
  }
  try {
    const opened = await reader.opened
    if (opened.kind !== 'opened') throw new Error(`a reader that was started answered ${opened.kind}`)
    return { ...opened.reading, rows: rowsOf(reader, close), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function* rowsOf(reader: SheetWorker, close: () => Promise<void>): AsyncGenerator<readonly SheetRow[]> {
  try {
    for (;;) {
      const answer = await reader.next()
      if (answer.kind !== 'rows') return
      yield answer.rows
    }
  } finally {
    await close()
  }
}
