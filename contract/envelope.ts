import type { ErrorKey } from './errors.ts'

/** One refused field of a request body or query. */
export interface FieldIssue {
  /** Path of the field, `guests.2` for the third item of a list. */
  path: string
  /** Key of the text in `locales/<lng>/errors.json`. */
  key: string
  /** Values for the placeholders of that text. */
  params?: Readonly<Record<string, string | number>>
  /** That text in the caller's language; the server adds it to its answer. */
  text?: string
}

/** Response of every successful call. HTTP 200, code 200. */
export interface SuccessEnvelope<Data> {
  code: 200
  msg: string
  data: Data
}

/** Response of every refused call. `code` equals the HTTP status, but for sign-in refusals (HTTP 200, code 401). */
export interface ErrorEnvelope {
  code: number
  /** Human text in the caller's language. */
  msg: string
  /** Data that belongs to the key, for example the current row for `row.stale`; else null. */
  data: unknown
  error: { key: ErrorKey; fields: FieldIssue[] }
  requestId: string
}

export type Envelope<Data> = SuccessEnvelope<Data> | ErrorEnvelope

/** The answer of every list call. */
export interface ListData<Row> {
  items: Row[]
  /** Number of this page, from 1. */
  page: number
  /** Rows per page; 0 means that all rows were requested. */
  size: number
  /** Rows in all pages. */
  total: number
}
