import type { ImportHeaders, ImportProgress, ImportReport, OnError, UndoReport } from '#contract/transfer.ts'
import { ApiError, NetworkError } from '#platform/api.ts'
import { UploadInterruptedError, UploadRejectedError } from '#platform/uploads/resumable-upload.ts'
import { initialSettings, type ImportSettings } from './import-settings.ts'

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

/** Progress of a step: in bytes while the file is sent, otherwise in rows. */
export interface Progress {
  step: ImportProgress['step'] | 'sending'
  /** Bytes or rows so far. */
  done: number
  /** Absent while the number of rows is unknown. */
  total?: number | undefined
}

/** State of one import of a module. */
export interface ImportState {
  phase: ImportPhase
  /** The file as chosen on this device; undefined for a resumed import. */
  file: File | undefined
  /** Name of the file, also of a resumed import; empty when unknown. */
  fileName: string
  settings: ImportSettings
  /** Settings of the last check; other settings need another check. Undefined when there is no valid check. */
  checkedWith: ImportSettings | undefined
  /** The columns of the file; known also when the check failed because no header belongs to a field. */
  headers: ImportHeaders | undefined
  /** Result of the check or of the commit; undefined when no header belongs to a field. */
  report: ImportReport | undefined
  /** Progress of the running step, once it has reported any. */
  progress: Progress | undefined
  /** Why the last step failed; undefined when it succeeded or was stopped. */
  failure: ImportFailure | undefined
  /** Result of the undo; undefined before it. */
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

/** Whether the settings have changed since the check. */
export const isCheckOutdated = ({
  settings,
  checkedWith,
}: Pick<ImportState, 'settings' | 'checkedWith'>): boolean =>
  JSON.stringify(settings) !== JSON.stringify(checkedWith)

/**
 * Returns whether a checked file can be imported (`good`), and otherwise why not. `headers`: no header belongs to a
 * field. `stale`: the settings have changed since the check. `bad`: some rows are invalid. `nothing`: no row changes.
 */
export function getImportStatus(state: ImportState): 'headers' | 'stale' | 'bad' | 'nothing' | 'good' {
  const { report } = state
  if (!report) return 'headers'
  if (isCheckOutdated(state)) return 'stale'
  if (report.counts.bad > 0) return 'bad'
  return report.counts.created + report.counts.updated === 0 ? 'nothing' : 'good'
}

/** Why an import failed, and which setting can correct it. */
export interface ImportFailure {
  /**
   * `network`: no response came. `signedOut`: the sign-in ended. `expired`: the check can no longer be committed.
   * `closed`: the user may not import into the module any more. `busy`: the server asks to try later. `refused`: a
   * setting or the file is invalid. `unknown`: anything else.
   */
  kind: 'network' | 'signedOut' | 'expired' | 'closed' | 'busy' | 'refused' | 'unknown'
  /** The phase that failed. */
  during: ImportPhase
  /** The server's message; empty when there is none. */
  text: string
  /** Path of the invalid setting: `file`, `mapping.C` (the column with the letter C), `match.0`. */
  path?: string | undefined
  /** The server has deleted the uploaded file, so it must be uploaded again. */
  isFileGone?: boolean
}

/** Error keys after which a check can no longer be committed; the file must be checked again. */
const expiredKeys: ReadonlySet<string | undefined> = new Set([
  'import.unknown_token',
  'import.other',
  'import.over',
  'import.cancelled',
])

/** Converts an error to a failure of an import. */
export function toImportFailure(error: unknown, during: ImportPhase): ImportFailure {
  if (error instanceof NetworkError || error instanceof UploadInterruptedError)
    return { kind: 'network', during, text: '' }
  if (error instanceof UploadRejectedError)
    return { kind: error.status === 404 ? 'closed' : 'refused', during, text: error.message, path: 'file' }
  if (!(error instanceof ApiError)) return { kind: 'unknown', during, text: '' }
  const { status, key, msg, fields } = error
  if (error.needsSignIn) return { kind: 'signedOut', during, text: msg }
  if (expiredKeys.has(key)) return { kind: 'expired', during, text: msg }
  if (key === 'server.busy' || status === 429) return { kind: 'busy', during, text: msg }
  if (status === 404 || status === 403) return { kind: 'closed', during, text: msg }
  if (status >= 500) return { kind: 'unknown', during, text: '' }
  const [field] = fields
  const isFileGone = field?.path === 'file' && field.key === 'field.file'
  return { kind: 'refused', during, text: field?.text || msg, path: field?.path, isFileGone }
}
