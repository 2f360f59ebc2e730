import { useState } from 'react'
import type { Rows } from '../data/use-rows.ts'

/** A question that a list asks, and its rows as far as they have come. */
export interface ListResult {
  /** Tells questions apart. */
  hash: string
  rows: Rows
}

/**
 * What stands on the screen: the question that is asked now, or, until its answer comes, the one before with its rows. One
 * drawing leads from one to the other, and what is done with a list is done with the one that the person sees.
 */
export function usePreviousResult<T extends ListResult>(now: T): T {
  const [former, setFormer] = useState(now)
  const isAnswered = now.rows.total !== undefined || now.rows.error !== null
  if (isAnswered && (former.hash !== now.hash || former.rows !== now.rows)) setFormer(now)
  return isAnswered || former.rows.total === undefined ? now : former
}
