/**
 * The closed list of refusals with their HTTP status. Each key has a text in `locales/<lng>/errors.json`.
 * `sign_in.refused` travels with HTTP 200 and code 401 (specification §8).
 */
export const errorStatus = {
  'request.invalid': 400,
  'request.malformed_json': 400,
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
  'sign_in.not_kept': 403,
  'permission.state': 403,
  not_found: 404,
  not_acceptable: 406,
  'request.timeout': 408,
  'request.too_large': 413,
  'request.unsupported_type': 415,
  'range.not_satisfiable': 416,
  'validation.failed': 422,
  'rate.limited': 429,
  'server.error': 500,
  'server.unavailable': 503,
  'server.busy': 503,
} as const satisfies Record<string, number>

/** A key of the closed list of refusals. */
export type ErrorKey = keyof typeof errorStatus
