import { useState } from 'react'
import { ApiError } from '#platform/api.ts'

/**
 * Returns the error response of a query, also while the query is refetched: an error page stays until the
 * next response.
 */
export function useErrorResponse(query: {
  error: Error | null
  isPending: boolean
  isFetching: boolean
}): ApiError | undefined {
  const { error, isPending, isFetching } = query
  const [last, setLast] = useState<ApiError>()
  const current = error instanceof ApiError && error.status < 500 ? error : undefined
  const next = current ?? (isPending && isFetching ? last : undefined)
  if (next !== last) setLast(next)
  return next
}
