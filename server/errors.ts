import type { FieldIssue } from '#contract/envelope.ts'
import { httpStatusByErrorKey, signInErrorKeys, type ErrorKey } from '#contract/errors.ts'

/** What a refusal may say beyond its key. */
export interface HttpErrorDetails {
  /** The refused fields of body or query. */
  fields?: readonly FieldIssue[]
  /** Values for the placeholders of the key's text. */
  params?: Readonly<Record<string, string | number>>
  /** What the answer carries as `data`. */
  data?: unknown
  /** Seconds after which another try makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number
  /** What really happened, for the log only. */
  cause?: unknown
  /** The caller may not do it, and is answered as if there were nothing to do it with. */
  isDenied?: boolean
}

/** A call that is answered with a key of the closed list. Thrown anywhere below a route, made an envelope in one place. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly key: ErrorKey
  /** Code inside the envelope. A field and no getter: Fastify writes `code` on what refuses a body by its schema. */
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
   * HTTP status of the answer. A refused sign-in travels with 200, as the specification has it; the code inside the
   * envelope is 401.
   */
  get httpStatus(): number {
    return signInErrorKeys.has(this.key) ? 200 : this.code
  }
}

/** A refusal whose answer was made before, to be sent as it is. */
export class StoredHttpError extends Error {
  override readonly name = 'StoredHttpError'
  readonly httpStatus: number
  /** Text of the envelope. */
  readonly body: string

  constructor(httpStatus: number, body: string) {
    super('refused before')
    this.httpStatus = httpStatus
    this.body = body
  }
}

/** Makes the refusal to throw: `throw createHttpError('not_found')`. */
export function createHttpError(key: ErrorKey, details: HttpErrorDetails = {}): HttpError {
  return new HttpError(key, details)
}
