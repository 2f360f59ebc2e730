import type { ErrorKey } from '#contract/errors.ts'
import type { FieldIssue } from '#contract/envelope.ts'

/** The URL is not a string: a bug, which throws before anything is sent. */
export class InvalidUrlError extends TypeError {
  override readonly name = 'InvalidUrlError'

  constructor(url: unknown) {
    super(`the address of a request must be a string, not ${url === null ? 'null' : typeof url}`)
  }
}

/** What {@link ApiError} is created from. */
export interface ApiErrorDetails {
  /** HTTP status of the response. */
  status: number
  /** `code` of the envelope; the HTTP status where there was no envelope. */
  code: number
  /** The server's message in the user's language, or the status text. */
  msg: string
  /** Full URL of the request. */
  url: string
  /** Missing when the response did not come from the forum's server, but from a proxy. */
  key?: ErrorKey | undefined
  /** Issues of the form's fields, when the server refused the input. */
  fields?: readonly FieldIssue[]
  /** Data that belongs to the error key, such as the current row of `row.stale`. */
  data?: unknown
  /** Id by which the operator finds the request in the server's log. */
  requestId?: string | undefined
}

/** An error response. For the members see {@link ApiErrorDetails}. */
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

  /** True when the sign-in has ended or needs its second factor first, rather than the request being refused. */
  get needsSignIn(): boolean {
    return this.status === 401 || this.code === 401 || this.key === 'second_factor.required'
  }
}

/**
 * Why there is no response: none came, the timeout passed, or something else than the forum's server responded, such as a
 * captive portal or a proxy.
 */
type NetworkErrorReason = 'no_answer' | 'time_limit' | 'not_our_server'

/** The forum's server did not respond. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  readonly reason: NetworkErrorReason
  readonly url: string

  constructor(reason: NetworkErrorReason, url: string, cause?: unknown) {
    super(`${reason}: ${url}`, { cause })
    this.reason = reason
    this.url = url
  }
}

/**
 * Returns whether the server refused the request itself, with a status below 500. Forms show its message at the field.
 */
export const isClientError = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500
