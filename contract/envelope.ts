import type { ErrorKey } from './errors.ts'

/** One invalid field of a request body or query. */
export interface FieldIssue {
  /** Path of the field, `guests.2` for the third item of a list; empty for the form as a whole. */
  path: string
  /** Key of the text in `locales/<lng>/errors.json`. */
  key: string
  /** Values for the placeholders of that text. */
  params?: Readonly<Record<string, string | number>>
  /** That text in the caller's language, added by the server. */
  text?: string
}

/** Response of every successful request. HTTP 200, code 200. */
export interface SuccessEnvelope<Data> {
  code: 200
  msg: string
  data: Data
}

/** Error response. `code` equals the HTTP status, except for failed sign-ins (HTTP 200, code 401). */
export interface ErrorEnvelope {
  code: number
  /** Message in the caller's language. */
  msg: string
  /** Data that belongs to `error.key`, for example the current row for `row.stale`; else null. */
  data: unknown
  error: { key: ErrorKey; fields: FieldIssue[] }
  requestId: string
}

export type Envelope<Data> = SuccessEnvelope<Data> | ErrorEnvelope

/** Data of every list response. */
export interface ListData<Row> {
  items: Row[]
  /** Number of this page, from 1. */
  page: number
  /** Rows per page; 0 means that all rows were requested. */
  size: number
  /** Rows in all pages. */
  total: number
}
