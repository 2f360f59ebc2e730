/**
 * The closed list of error keys with their HTTP status. Each key has a text in `locales/<lng>/errors.json`.
 */
export const httpStatusByErrorKey = {
  'request.invalid': 400,
  'request.malformed_json': 400,
  'idempotency.invalid_key': 400,
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
  /** `GET /front/employee/current` of a caller who is no organiser: the published API answers 401, not 403. */
  'employee.required': 401,
  'weixin.not_linked': 401,
  /** The sign-in cannot be made persistent: it is older than five minutes, or an organiser's. */
  'sign_in.not_kept': 403,
  /** The operation needs a sign-in of the last ten minutes. */
  'sign_in.stale': 403,
  'permission.state': 403,
  /** The caller's registration is not approved yet. */
  'permission.not_approved': 403,
  'account.last_administrator': 403,
  /** The sign-in is partial: it still owes its second step. */
  'second_factor.required': 403,
  /** The forum requires a second factor, so it cannot be removed. */
  'second_factor.needed': 403,
  not_found: 404,
  not_acceptable: 406,
  'request.timeout': 408,
  'row.stale': 409,
  'row.deleted': 409,
  'row.overlaps': 409,
  /** The row's state does not allow the action. */
  'action.state': 409,
  /** The row is the caller's own, and somebody else must decide on it. */
  'action.own': 409,
  'second_factor.on': 409,
  'second_factor.off': 409,
  /** Other rows reference the row, so it cannot be deleted. */
  'row.in_use': 409,
  /** The app or the server reads this setting, so it cannot be deleted. */
  'row.needed': 409,
  'idempotency.in_progress': 409,
  'request.too_large': 413,
  'request.unsupported_type': 415,
  'request.headers_too_large': 431,
  'range.not_satisfiable': 416,
  'import.unknown_token': 404,
  /** The file, its options or the caller's permissions differ from those of the dry run. */
  'import.other': 409,
  /** The import is already undone or cancelled. */
  'import.over': 409,
  'import.cancelled': 409,
  'import.bad_rows': 422,
  'validation.failed': 422,
  /** The idempotency key belongs to a request with another body. */
  'idempotency.other_body': 422,
  /** The WeChat account is linked to another account. */
  'weixin.taken': 422,
  'upload.offset': 409,
  'upload.too_large': 413,
  'upload.type': 422,
  'upload.unreadable': 422,
  'upload.active_content': 422,
  'upload.active_sheet': 422,
  'upload.locked': 422,
  'upload.locked_or_old': 422,
  'upload.too_many_pixels': 422,
  'upload.too_few_pixels': 422,
  'upload.quota': 422,
  'upload.ticket': 422,
  'rate.limited': 429,
  'server.error': 500,
  'storage.full': 503,
  /** This server is not configured for WeChat. */
  'weixin.off': 503,
  'weixin.unavailable': 503,
  'server.unavailable': 503,
  'server.busy': 503,
} as const satisfies Record<string, number>

export type ErrorKey = keyof typeof httpStatusByErrorKey

/** Error keys of a sign-in. They are sent with HTTP 200 and code 401. */
export const signInErrorKeys: ReadonlySet<ErrorKey> = new Set<ErrorKey>([
  'sign_in.refused',
  'sign_in.code_refused',
  'weixin.not_linked',
])
