import { useState } from 'react'
import type { Rows } from '../data/queries.ts'

/** A list request and its rows as far as they have loaded. */
export interface ListResult {
  /** Identifies the request. */
  key: string
  rows: Rows
}

/**
 * Returns the result on screen: the current request, or the previous one with its rows until the current one is
 * answered. The switch takes one render, and actions apply to the list that the user sees.
 */
export function usePreviousResult<T extends ListResult>(current: T): T {
  const [previous, setPrevious] = useState(current)
  const isAnswered = current.rows.total !== undefined || current.rows.error !== null
  if (isAnswered && (previous.key !== current.key || previous.rows !== current.rows)) setPrevious(current)
  return isAnswered || previous.rows.total === undefined ? current : previous
}
