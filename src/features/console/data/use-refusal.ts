import { useState } from 'react'
import { ApiError } from '#lib/api.ts'

/**
 * What the server refuses a query, also while it is asked again: what is drawn in place of the answer stays on the page
 * meanwhile, with what it says itself.
 */
export function useRefusal(query: {
  error: Error | null
  isPending: boolean
  isFetching: boolean
}): ApiError | undefined {
  const { error, isPending, isFetching } = query
  const [last, setLast] = useState<ApiError>()
  const told = error instanceof ApiError && error.status < 500 ? error : undefined
  const next = told ?? (isPending && isFetching ? last : undefined)
  if (next !== last) setLast(next)
  return next
}
