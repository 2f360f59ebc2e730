import type { FieldIssue } from '#contract/envelope.ts'
import { httpStatusByErrorKey, signInErrorKeys, type ErrorKey } from '#contract/errors.ts'

/** Details of an error beyond its key. */
export interface HttpErrorDetails {
  /** The invalid fields of body or query. */
  fields?: readonly FieldIssue[]
  /** Values for the placeholders of the key's text. */
  params?: Readonly<Record<string, string | number>>
  /** `data` of the response. */
  data?: unknown
  /** Seconds after which a client may retry; sent as `Retry-After`. */
  retryAfterSeconds?: number
  /** The original error, for the log only. */
  cause?: unknown
  /** True when the caller lacks the permission. The audit log records it; the response does not reveal it. */
  isDenied?: boolean
}

/** An error with a key of the closed list. Thrown anywhere below a route; the error handler creates the envelope. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly key: ErrorKey
  /** Code inside the envelope. A field and no getter: Fastify writes `code` on errors of schema validation. */
  readonly code: number
  readonly fields: readonly FieldIssue[]
  readonly params: Readonly<Record<string, string | number>>
  readonly data: unknown
  readonly retryAfterSeconds: number | undefined
  readonly isDenied: boolean

  constructor(key: ErrorKey, details: HttpErrorDetails = {}) {
    super(key, { cause: details.cause })
    this.key = key
    this.code = httpStatusByErrorKey[key]
    this.fields = details.fields ?? []
    this.params = details.params ?? {}
    this.data = details.data ?? null
    this.retryAfterSeconds = details.retryAfterSeconds
    this.isDenied = details.isDenied ?? false
  }

  /**
   * HTTP status of the response. A failed sign-in has the status 200, which is part of the public API; the code inside the
   * envelope is 401.
   */
  get httpStatus(): number {
    return signInErrorKeys.has(this.key) ? 200 : this.code
  }
}

/** The failure of a repeated request: its first response was stored (`http/idempotency.ts`) and is sent again unchanged. */
export class StoredHttpError extends Error {
  override readonly name = 'StoredHttpError'
  readonly httpStatus: number
  /** JSON of the envelope. */
  readonly body: string

  constructor(httpStatus: number, body: string) {
    super('refused before')
    this.httpStatus = httpStatus
    this.body = body
  }
}

/** Creates an error to throw: `throw createHttpError('not_found')`. */
export function createHttpError(key: ErrorKey, details: HttpErrorDetails = {}): HttpError {
  return new HttpError(key, details)
}
