import { ApiError } from '#platform/api.ts'

/** True for an error in the request itself, not in the server: it is shown at the field. */
export const isClientError = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500
