/**
 * The closed list of refusals with their HTTP status. Each key has a text in `locales/<lng>/errors.json`.
 */
export const errorStatus = {
  'request.invalid': 400,
  'request.malformed_json': 400,
  'redirect.foreign': 400,
  'request.too_deep': 400,
  'query.unknown_field': 400,
  'query.unknown_operator': 400,
  'query.invalid_filter': 400,
  'query.invalid_sorter': 400,
  'query.invalid_value': 400,
  'query.invalid_page': 400,
  'query.invalid_size': 400,
  'query.too_far': 400,
  'query.too_many_filters': 400,
  'query.too_many_sorters': 400,
  'query.too_deep': 400,
  'sign_in.required': 401,
  'sign_in.refused': 401,
  'sign_in.code_refused': 401,
  'employee.required': 401,
  'weixin.not_linked': 401,
  'sign_in.not_kept': 403,
  'sign_in.stale': 403,
  'permission.state': 403,
  'account.last_administrator': 403,
  not_found: 404,
  not_acceptable: 406,
  'request.timeout': 408,
  'request.too_large': 413,
  'request.unsupported_type': 415,
  'request.headers_too_large': 431,
  'range.not_satisfiable': 416,
  'validation.failed': 422,
  'weixin.taken': 422,
  'upload.offset': 409,
  'upload.too_large': 413,
  'upload.type': 422,
  'upload.unreadable': 422,
  'upload.active_content': 422,
  'upload.too_many_pixels': 422,
  'upload.quota': 422,
  'upload.ticket': 422,
  'rate.limited': 429,
  'server.error': 500,
  'storage.full': 503,
  'weixin.off': 503,
  'weixin.unavailable': 503,
  'server.unavailable': 503,
  'server.busy': 503,
} as const satisfies Record<string, number>

/** A key of the closed list of refusals. */
export type ErrorKey = keyof typeof errorStatus

/** Refusals of a sign-in: they travel with HTTP 200 and code 401 (specification §8). */
export const signInRefusals: ReadonlySet<ErrorKey> = new Set<ErrorKey>([
  'sign_in.refused',
  'sign_in.code_refused',
  'weixin.not_linked',
])
