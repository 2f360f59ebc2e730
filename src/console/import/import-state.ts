import type { ImportHeaders, ImportProgress, ImportReport, OnError, UndoReport } from '#contract/transfer.ts'
import type { ImportFailure } from './import-failure.ts'
import { initialSettings, type ImportSettings } from './settings.ts'

/** The current phase of an import. */
export type ImportPhase =
  | 'choosing'
  | 'sending'
  | 'checking'
  | 'checked'
  | 'writing'
  | 'written'
  | 'undoing'
  | 'undone'

/** Progress in bytes or rows of the file. */
export interface Progress {
  step: ImportProgress['step'] | 'sending'
  done: number
  total?: number | undefined
}

/** State of one import of a module. */
export interface ImportState {
  phase: ImportPhase
  /** The file as chosen on this device. */
  file: File | undefined
  fileName: string
  settings: ImportSettings
  /** Settings of the last check; other settings need another check. */
  checkedWith: ImportSettings | undefined
  /** The columns of the file; known also when the check failed because no header belongs to a field. */
  headers: ImportHeaders | undefined
  report: ImportReport | undefined
  progress: Progress | undefined
  failure: ImportFailure | undefined
  undoReport: UndoReport | undefined
  /** How the commit handles bad rows. */
  onError: OnError
}

/** State before a file is chosen. */
export const initialImportState: ImportState = {
  phase: 'choosing',
  file: undefined,
  fileName: '',
  settings: initialSettings,
  checkedWith: undefined,
  headers: undefined,
  report: undefined,
  progress: undefined,
  failure: undefined,
  undoReport: undefined,
  onError: 'stop',
}
