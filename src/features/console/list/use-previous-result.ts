import { useState } from 'react'
import type { Rows } from '../data/use-rows.ts'

/** A list request and its rows as far as they have loaded. */
export interface ListResult {
  /** Identifies the request. */
  hash: string
  rows: Rows
}

/**
 * Returns the result on screen: the current request, or the previous one with its rows until the current one is
 * answered. The switch takes one render, and actions apply to the list that the user sees.
 */
export function usePreviousResult<T extends ListResult>(now: T): T {
  const [previous, setPrevious] = useState(now)
  const isAnswered = now.rows.total !== undefined || now.rows.error !== null
  if (isAnswered && (previous.hash !== now.hash || previous.rows !== now.rows)) setPrevious(now)
  return isAnswered || previous.rows.total === undefined ? now : previous
}
