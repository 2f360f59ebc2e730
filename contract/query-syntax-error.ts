import type { ErrorKey } from './errors.ts'

/** A list query that does not parse. */
export class QuerySyntaxError extends Error {
  override readonly name = 'QuerySyntaxError'
  readonly key: ErrorKey
  /** Key of the field, name of the parameter, or piece of the query that does not parse; for the error's `fields`. */
  readonly path: string

  constructor(key: ErrorKey, path: string) {
    super(`${key}: ${path}`)
    this.key = key
    this.path = path
  }
}
