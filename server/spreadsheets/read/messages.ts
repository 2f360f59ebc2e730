import type { SheetRow } from '../cell.ts'
import type { SheetErrorReason, InvalidSheetError } from '../invalid-sheet-error.ts'
import type { SheetReading } from './sheet-source.ts'

/** What the worker answers: to its start what it found, then to each question rows until there are none. */
export type ReaderAnswer =
  | { kind: 'opened'; reading: SheetReading }
  | { kind: 'rows'; rows: readonly SheetRow[] }
  | { kind: 'end' }
  | { kind: 'refused'; reason: SheetErrorReason; params: InvalidSheetError['params']; cause: string }
