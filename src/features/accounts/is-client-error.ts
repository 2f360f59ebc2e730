import { ApiError } from '#lib/api.ts'

/** What the server refuses for what was asked, not because it is not well: that is told at the field. */
export const isClientError = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500
