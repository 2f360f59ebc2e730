import { ApiError, NetworkError } from '#lib/http/errors.ts'
import type { Conflict, AttemptFailure } from './entry.ts'
import { StoreError } from '#lib/device-store/store.ts'
import type { AttemptResult } from './queue/record-result.ts'

/** Statuses by which a server says to come again. */
const comeAgain = new Set([408, 425, 429])

/** The bytes of a file are not on the device any more: its person must choose it anew. */
export class FileGoneError extends Error {
  override readonly name = 'FileGoneError'
  readonly field: string

  constructor(field: string) {
    super(`no bytes for ${field}`)
    this.field = field
  }
}

/** What an error says of the entry that was sent. @param headers of the answer that it came with */
export function toAttemptResult(error: unknown, headers: Headers | undefined): AttemptResult {
  if (error instanceof FileGoneError) {
    const problems = [{ path: error.field, key: 'field.required' }]
    return { kind: 'rejected', trouble: { key: 'file.gone' }, told: { msg: '', problems } }
  }
  // The device did not tell or keep something in time; it may the next time.
  if (error instanceof StoreError) return { kind: 'wait', trouble: {} }
  if (!(error instanceof ApiError)) {
    // A mistake of ours would come again with every try: it waits like a network that is gone, and shows as late.
    const trouble = error instanceof NetworkError ? {} : { key: 'server.error' }
    return { kind: 'wait', trouble }
  }
  const { status, key } = error
  const trouble: AttemptFailure = { status, ...(key !== undefined && { key }) }
  // Without a key of ours it is a proxy that refuses, not the forum.
  if (key === undefined || status >= 500 || comeAgain.has(status) || key === 'idempotency.in_progress')
    return toWait(trouble, readRetryAfter(headers))
  if (error.needsSignIn) return { kind: 'needs_auth' }
  const told = { msg: error.msg, problems: error.fields }
  if (key === 'row.stale' || status === 412)
    return { kind: 'conflict', trouble, told: { ...told, conflict: toConflict(error.data) } }
  return { kind: 'rejected', trouble, told }
}

function toWait(trouble: AttemptFailure, retryAfterMs: number | undefined): AttemptResult {
  return retryAfterMs === undefined
    ? { kind: 'wait', trouble }
    : { kind: 'wait', trouble: { ...trouble, isAskedToWait: true }, retryAfterMs }
}

/** In milliseconds. Our server says seconds; a date, which proxies may say, is told by the answer's own clock. */
function readRetryAfter(headers: Headers | undefined): number | undefined {
  const said = headers?.get('retry-after')
  if (!said) return undefined
  const seconds = Number(said)
  if (Number.isFinite(seconds)) return seconds * 1000
  const waitMs = Date.parse(said) - Date.parse(headers?.get('date') ?? '')
  return Number.isFinite(waitMs) ? waitMs : undefined
}

function toConflict(data: unknown): Conflict {
  const { current, fields } = (data ?? {}) as Partial<Conflict>
  return {
    current: typeof current === 'object' && current !== null ? current : {},
    fields: Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : [],
  }
}
