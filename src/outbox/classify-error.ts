import { ApiError, NetworkError } from '#platform/http/errors.ts'
import type { Conflict, AttemptFailure } from './entry.ts'
import { StoreError } from '#platform/device-store/store.ts'
import type { AttemptResult } from './queue/record-result.ts'

/** HTTP statuses after which the same request can be sent again. */
const retryStatuses = new Set([408, 425, 429])

/** The bytes of a file are no longer on the device: the user must choose the file again. */
export class FileGoneError extends Error {
  override readonly name = 'FileGoneError'
  readonly field: string

  constructor(field: string) {
    super(`no bytes for ${field}`)
    this.field = field
  }
}

/** Converts an error of a request to the result of the attempt. @param headers of the response, if there was one */
export function toAttemptResult(error: unknown, headers: Headers | undefined): AttemptResult {
  if (error instanceof FileGoneError) {
    const problems = [{ path: error.field, key: 'field.required' }]
    return { kind: 'rejected', failure: { key: 'file.gone' }, rejection: { msg: '', problems } }
  }
  // The device store failed this time; another attempt may succeed.
  if (error instanceof StoreError) return { kind: 'wait', failure: {} }
  if (!(error instanceof ApiError)) {
    // A bug in the app fails at every attempt: the entry is retried like without network, and shows as late.
    const failure = error instanceof NetworkError ? {} : { key: 'server.error' }
    return { kind: 'wait', failure }
  }
  const { status, key } = error
  const failure: AttemptFailure = { status, ...(key !== undefined && { key }) }
  // A response without an error key comes from a proxy, not from the forum's server.
  if (key === undefined || status >= 500 || retryStatuses.has(status) || key === 'idempotency.in_progress')
    return toWait(failure, readRetryAfter(headers))
  if (error.needsSignIn) return { kind: 'needs_auth' }
  const rejection = { msg: error.msg, problems: error.fields }
  if (key === 'row.stale' || status === 412)
    return { kind: 'conflict', failure, rejection: { ...rejection, conflict: toConflict(error.data) } }
  return { kind: 'rejected', failure, rejection }
}

function toWait(failure: AttemptFailure, retryAfterMs: number | undefined): AttemptResult {
  return retryAfterMs === undefined
    ? { kind: 'wait', failure }
    : { kind: 'wait', failure: { ...failure, isAskedToWait: true }, retryAfterMs }
}

/** Parses `Retry-After` to milliseconds. A date, which proxies may send, is compared with the response's `Date`. */
function readRetryAfter(headers: Headers | undefined): number | undefined {
  const retryAfter = headers?.get('retry-after')
  if (!retryAfter) return undefined
  const seconds = Number(retryAfter)
  if (Number.isFinite(seconds)) return seconds * 1000
  const waitMs = Date.parse(retryAfter) - Date.parse(headers?.get('date') ?? '')
  return Number.isFinite(waitMs) ? waitMs : undefined
}

function toConflict(data: unknown): Conflict {
  const { current, fields } = (data ?? {}) as Partial<Conflict>
  return {
    current: typeof current === 'object' && current !== null ? current : {},
    fields: Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : [],
  }
}
