import { ApiError, NetworkError } from '#lib/api.ts'
import { UploadInterruptedError, UploadRejectedError } from '#lib/uploads/resumable-upload.ts'

/** Why an import did not go on, and where a person can mend it. */
export interface ImportFailure {
  /** `network`: no answer came. `signedOut`: the sign-in ended. `expired`: the check is not there any more. */
  kind: 'network' | 'signedOut' | 'expired' | 'closed' | 'busy' | 'refused' | 'unknown'
  /** What was being done. */
  during: string
  /** The server's words; empty when there are none. */
  text: string
  /** Part of the settings that is wrong: `file`, `mapping.C`, `match.0`. */
  path?: string | undefined
  /** The server does not have the file any more. */
  isFileGone?: boolean
}

/** What was checked cannot be written any more: it is checked again. */
const expired: ReadonlySet<string | undefined> = new Set([
  'import.unknown_token',
  'import.other',
  'import.over',
  'import.cancelled',
])

/** Puts what went wrong into one of few kinds. */
export function toImportFailure(error: unknown, during: string): ImportFailure {
  if (error instanceof NetworkError || error instanceof UploadInterruptedError)
    return { kind: 'network', during, text: '' }
  if (error instanceof UploadRejectedError)
    return { kind: error.status === 404 ? 'closed' : 'refused', during, text: error.message, path: 'file' }
  if (!(error instanceof ApiError)) return { kind: 'unknown', during, text: '' }
  const { status, key, msg, fields } = error
  if (error.needsSignIn) return { kind: 'signedOut', during, text: msg }
  if (expired.has(key)) return { kind: 'expired', during, text: msg }
  if (key === 'server.busy' || status === 429) return { kind: 'busy', during, text: msg }
  if (status === 404 || status === 403) return { kind: 'closed', during, text: msg }
  if (status >= 500) return { kind: 'unknown', during, text: '' }
  const [field] = fields
  const isFileGone = field?.path === 'file' && field.key === 'field.file'
  return { kind: 'refused', during, text: field?.text || msg, path: field?.path, isFileGone }
}
