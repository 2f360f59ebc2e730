import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { FieldIssue, ErrorEnvelope } from '#contract/envelope.ts'
import type { Locale, Localized } from '#contract/locale.ts'
import { errorText, preferredLocale } from './error-texts.ts'
import { StoredHttpError, HttpError, createHttpError } from '../errors.ts'

/** Seconds after which a client may try again while the server is overloaded or cannot reach its database. */
const unavailableRetrySeconds = 5

/**
 * Turns every error into a response. For an unexpected error the caller learns only the request id, under which the log has
 * the cause.
 */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  // The error of a repeated request: its text and request id are those of the first response.
  if (error instanceof StoredHttpError) {
    sendErrorResponse(reply, error.httpStatus, error.body)
    return
  }
  const httpError = toHttpError(error)
  logHttpError(httpError, request)
  if (httpError.retryAfterSeconds !== undefined) reply.header('Retry-After', httpError.retryAfterSeconds)
  const locale = preferredLocale(request.headers['accept-language'])
  if (httpError.httpStatus === 503 && namesHtmlInAccept(request)) {
    const text = errorText(httpError.key, locale, httpError.params)
    const { retryAfterSeconds = unavailableRetrySeconds } = httpError
    sendResponse(reply, 503, 'text/html', renderOverloadPage(text, locale, retryAfterSeconds))
    return
  }
  sendErrorResponse(
    reply,
    httpError.httpStatus,
    JSON.stringify(toErrorEnvelope(httpError, locale, request.id)),
  )
}

function sendErrorResponse(reply: FastifyReply, httpStatus: number, body: string): void {
  sendResponse(reply, httpStatus, 'application/json', body)
}

/** Sends a text instead of the response that a route had begun, whose headers would not fit. */
function sendResponse(reply: FastifyReply, httpStatus: number, mediaType: string, body: string): void {
  reply
    .code(httpStatus)
    .header('Cache-Control', 'no-store')
    .header('Content-Type', `${mediaType}; charset=utf-8`)
    .removeHeader('ETag')
    .removeHeader('Content-Disposition')
    .send(body)
}

/** Limit of field issues, so that an error response stays short. */
const maxIssues = 100
/** Limit of characters in a path or value, for the same reason. */
const maxTextCharacters = 200

/** Creates the envelope of an error in the caller's language. */
export function toErrorEnvelope(httpError: HttpError, locale: Locale, requestId: string): ErrorEnvelope {
  return {
    code: httpError.code,
    msg: errorText(httpError.key, locale, shortenValues(httpError.params)),
    data: httpError.data,
    error: {
      key: httpError.key,
      fields: httpError.fields.slice(0, maxIssues).map((issue) => addIssueText(issue, locale)),
    },
    requestId,
  }
}

/** Adds the text of an issue, so that a client needs no texts of its own. */
function addIssueText(issue: FieldIssue, locale: Locale): FieldIssue {
  const params = shortenValues(issue.params)
  const path = shorten(issue.path)
  return { ...issue, path, ...(params && { params }), text: errorText(issue.key, locale, params) }
}

function shortenValues(params: FieldIssue['params']): FieldIssue['params'] {
  return params && Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shorten(value)]))
}

/** Shortens texts, because callers choose the names of fields. */
function shorten<Value>(value: Value): Value | string {
  return typeof value === 'string' && value.length > maxTextCharacters
    ? `${value.slice(0, maxTextCharacters - 1).toWellFormed()}…`
    : value
}

/** Logs failures of the server: unexpected ones as errors, temporary ones as warnings. Rejected requests are no failures. */
function logHttpError(httpError: HttpError, request: FastifyRequest): void {
  if (httpError.key === 'server.error') request.log.error({ err: httpError.cause }, 'call failed')
  else if (httpError.code >= 500)
    request.log.warn({ key: httpError.key, err: httpError.cause }, 'call not answered')
}

/** Converts any error to an {@link HttpError} with a key of the closed list. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  const { statusCode, validation } = error as Partial<FastifyError>
  // A client that resets its connection while sending causes an ECONNRESET too, but with a status.
  if (!isClientError(statusCode) && isDatabaseUnavailable(error)) return createUnavailableError(error)
  if (validation)
    return createHttpError('request.invalid', { cause: error, fields: validation.map(toFieldIssue) })
  switch (statusCode) {
    // Plugins throw 403 for files outside their folder; in this API 403 means only that the user's own state forbids a request.
    case 403:
    case 404:
      return createHttpError('not_found', { cause: error })
    case 408:
      return createHttpError('request.timeout', { cause: error })
    case 413:
      return createHttpError('request.too_large', { cause: error })
    case 415:
      return createHttpError('request.unsupported_type', { cause: error })
    // Plugins throw it under load.
    case 503:
      return createHttpError('server.busy', { cause: error, retryAfterSeconds: unavailableRetrySeconds })
    default:
      return createHttpError(isClientError(statusCode) ? 'request.invalid' : 'server.error', {
        cause: error,
      })
  }
}

/** Creates the error of a request that the database cannot answer now. */
export function createUnavailableError(cause: unknown): HttpError {
  return createHttpError('server.unavailable', { cause, retryAfterSeconds: unavailableRetrySeconds })
}

function isClientError(statusCode: number | undefined): boolean {
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
}

/** An error of a schema, as Fastify passes it on from Ajv. */
type ValidationIssue = NonNullable<FastifyError['validation']>[number]

/** Converts a validation error of Ajv to a field issue. Ajv's `/rows/0` with the missing property `title` is `rows.0.title`. */
export function toFieldIssue({ instancePath, keyword, params }: ValidationIssue): FieldIssue {
  const parent = instancePath.split('/').slice(1)
  const propertyName = params['missingProperty'] ?? params['additionalProperty']
  const path = (typeof propertyName === 'string' ? [...parent, propertyName] : parent).join('.')
  const limit = Number(params['limit'])
  switch (keyword) {
    case 'required':
      return { path, key: 'field.required' }
    case 'additionalProperties':
      return { path, key: 'field.unknown' }
    case 'minLength':
      return { path, key: 'field.too_short', params: { min: limit } }
    case 'maxLength':
      return { path, key: 'field.too_long', params: { max: limit } }
    default:
      return { path, key: 'field.invalid' }
  }
}

/** Errors of both drivers that mean "the database is unreachable or full": the client may repeat the request later. */
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // Full disk or quota, failing or read-only disk, too many open files.
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EROFS',
  'EMFILE',
  'ENFILE',
  // 25006: a standby server accepts no writes. 40001, 40P01: every retry conflicted with other writes.
  '25006',
  '40001',
  '40P01',
])

/**
 * Classes of SQLSTATE: lost connection, insufficient resources, operator intervention (shutdown, statement timeout), and
 * system error.
 */
const unavailableClass = /^(?:08|53|57|58)/

/** SQLite's primary result codes for busy, locked, read-only, I/O error, full disk and cannot open. */
const unavailableSqlite = new Set([5, 6, 8, 10, 13, 14])

function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (typeof code === 'string' && (unavailableCodes.has(code) || unavailableClass.test(code))) return true
  // pg throws these errors without a code; "not queryable" replaces the first error when the rollback fails too.
  if (/connection terminated|timeout exceeded when trying to connect|not queryable/i.test(error.message))
    return true
  // The lowest byte of SQLite's extended code is the primary one.
  return typeof errcode === 'number' && unavailableSqlite.has(errcode % 256)
}

/** Options of a route that a form calls: issues of its schema are reported at the fields as 422, like issues of the rules. */
export const fieldErrorOptions = {
  attachValidation: true,
  preHandler: async ({ validationError }: FastifyRequest): Promise<void> => {
    const issues = validationError?.validation
    if (issues) throw createHttpError('validation.failed', { fields: issues.map(toFieldIssue) })
  },
} as const

/** Label of the link that loads the page again. */
const retryLabels: Localized = { 'zh-CN': '重试', en: 'Try again' }

/** Browsers reload at a random moment within these seconds, so that they do not all come at once. */
const reloadSpreadSeconds = 5

/** Checks whether a browser opens a page: only browsers name HTML in `Accept`, programs name JSON or accept anything. */
export function namesHtmlInAccept({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html')
}

/**
 * Renders the page that replaces one which the server cannot send now. It needs no file and reloads by itself.
 * @param message text of our own, without markup
 * @param retrySeconds seconds after which the server may be ready; the browser reloads up to five seconds later
 */
export function renderOverloadPage(message: string, locale: Locale, retrySeconds: number): string {
  const reloadSeconds = retrySeconds + Math.ceil(Math.random() * reloadSpreadSeconds)
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${reloadSeconds}">
<title>${message}</title>
</head>
<body>
<main>
<h1>${message}</h1>
<p><a href="">${retryLabels[locale]}</a></p>
</main>
</body>
</html>
`
}
