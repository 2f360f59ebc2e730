import type { ImportHeaders, ImportProgress, ImportReport, OnError, UndoReport } from '#contract/transfer.ts'
import type { ImportFailure } from './import-failure.ts'
import { firstSettings, type ImportSettings } from './settings.ts'

/** What an import does at the moment, or waits for. */
export type ImportPhase =
  | 'choosing'
  | 'sending'
  | 'checking'
  | 'checked'
  | 'writing'
  | 'written'
  | 'undoing'
  | 'undone'

/** How far it is: bytes of a file or rows of it. */
export interface Progress {
  step: ImportProgress['step'] | 'sending'
  done: number
  total?: number | undefined
}

/** One import of a module, from its file to its end. */
export interface ImportState {
  phase: ImportPhase
  /** As it was chosen here. */
  file: File | undefined
  fileName: string
  settings: ImportSettings
  /** With which it was checked; other settings ask for another check. */
  checkedWith: ImportSettings | undefined
  /** What is known of the file's columns, also when it could not be checked for want of known headers. */
  headers: ImportHeaders | undefined
  report: ImportReport | undefined
  progress: Progress | undefined
  failure: ImportFailure | undefined
  undone: UndoReport | undefined
  /** What was said of bad rows when it was written, or was to be. */
  onError: OnError
}

/** Before a file was chosen. */
export const initialImportState: ImportState = {
  phase: 'choosing',
  file: undefined,
  fileName: '',
  settings: firstSettings,
  checkedWith: undefined,
  headers: undefined,
  report: undefined,
  progress: undefined,
  failure: undefined,
  undone: undefined,
  onError: 'stop',
}
