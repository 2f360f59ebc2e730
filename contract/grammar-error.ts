import type { ErrorKey } from './errors.ts'

/** A list query that does not parse. */
export class GrammarError extends Error {
  override readonly name = 'GrammarError'
  readonly key: ErrorKey
  /** The field, or the part of the query, that does not parse. */
  readonly path: string

  constructor(key: ErrorKey, path: string) {
    super(`${key}: ${path}`)
    this.key = key
    this.path = path
  }
}
