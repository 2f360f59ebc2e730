import type { ErrorKey } from '#contract/errors.ts'
import type { FieldIssue } from '#contract/envelope.ts'

/** An address that is no string: a mistake in the program, told before anything is sent (specification §5). */
export class InvalidUrlError extends TypeError {
  override readonly name = 'InvalidUrlError'

  constructor(url: unknown) {
    super(`the address of a request must be a string, not ${url === null ? 'null' : typeof url}`)
  }
}

export interface ApiErrorDetails {
  /** HTTP status of the answer. */
  status: number
  /** `code` of the envelope; the HTTP status where there was no envelope. */
  code: number
  /** Text of the server in the caller's language, or the status text. */
  msg: string
  url: string
  /** Missing where the answer did not come from our server (a proxy's error page). */
  key?: ErrorKey | undefined
  fields?: readonly FieldIssue[]
  /** What the refusal's key promises beside it: `row.stale` the row as it is now. */
  data?: unknown
  requestId?: string | undefined
}

/** An answer that refuses. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: number
  readonly msg: string
  readonly url: string
  readonly key: ErrorKey | undefined
  readonly fields: readonly FieldIssue[]
  readonly data: unknown
  readonly requestId: string | undefined

  constructor(details: ApiErrorDetails) {
    super(`${details.status} ${details.url}: ${details.msg}`)
    this.status = details.status
    this.code = details.code
    this.msg = details.msg
    this.url = details.url
    this.key = details.key
    this.fields = details.fields ?? []
    this.data = details.data
    this.requestId = details.requestId
  }

  /** The call is not refused for what it asks: its sign-in has ended, or needs the second factor first. */
  get needsSignIn(): boolean {
    return this.status === 401 || this.code === 401 || this.key === 'second_factor.required'
  }
}

/**
 * Why there is no answer: none came, the caller's time limit passed, or something else than our server answered
 * (a captive portal, a proxy's page).
 */
export type NetworkErrorReason = 'no_answer' | 'time_limit' | 'not_our_server'

/** No answer of our server. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  readonly kind: NetworkErrorReason
  readonly url: string

  constructor(kind: NetworkErrorReason, url: string, cause?: unknown) {
    super(`${kind}: ${url}`, { cause })
    this.kind = kind
    this.url = url
  }
}
