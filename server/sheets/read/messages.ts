import type { SheetRow } from '../cell.ts'
import type { SheetReason, SheetRefused } from '../fault.ts'
import type { SheetReading } from './sheet-source.ts'

/** What the worker answers: to its start what it found, then to each question rows until there are none. */
export type ReaderAnswer =
  | { kind: 'opened'; reading: SheetReading }
  | { kind: 'rows'; rows: readonly SheetRow[] }
  | { kind: 'end' }
  | { kind: 'refused'; reason: SheetReason; params: SheetRefused['params']; cause: string }
