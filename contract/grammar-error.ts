import type { ErrorKey } from './errors.ts'

/** A list query that does not parse. */
export class QuerySyntaxError extends Error {
  override readonly name = 'QuerySyntaxError'
  readonly key: ErrorKey
  /** The field, or the part of the query, that does not parse. */
  readonly path: string

  constructor(key: ErrorKey, path: string) {
    super(`${key}: ${path}`)
    this.key = key
    this.path = path
  }
}
