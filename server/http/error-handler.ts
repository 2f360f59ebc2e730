import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { FieldIssue, ErrorEnvelope } from '#contract/envelope.ts'
import type { Locale, Localized } from '#contract/locale.ts'
import { errorText, preferredLocale } from './error-texts.ts'
import { StoredHttpError, HttpError, createHttpError } from '../errors.ts'

/** Seconds after which a client may try again while the database cannot be reached. */
const databaseRetrySeconds = 5

/**
 * The one place that makes an error an answer. What is not a refusal of ours tells the caller nothing but the number
 * under which the log has it.
 */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof StoredHttpError) {
    sendRefusal(reply, error.httpStatus, error.body)
    return
  }
  const refusal = toHttpError(error)
  logRefusal(refusal, request)
  if (refusal.retryAfterSeconds !== undefined) reply.header('Retry-After', refusal.retryAfterSeconds)
  const locale = preferredLocale(request.headers['accept-language'])
  if (refusal.httpStatus === 503 && isBrowserNavigation(request)) {
    const text = errorText(refusal.key, locale, refusal.params)
    const { retryAfterSeconds = databaseRetrySeconds } = refusal
    sendAnswer(reply, 503, 'text/html', renderOverloadPage(text, locale, retryAfterSeconds))
    return
  }
  sendRefusal(reply, refusal.httpStatus, JSON.stringify(toErrorEnvelope(refusal, locale, request.id)))
}

function sendRefusal(reply: FastifyReply, httpStatus: number, body: string): void {
  sendAnswer(reply, httpStatus, 'application/json', body)
}

function sendAnswer(reply: FastifyReply, httpStatus: number, mediaType: string, body: string): void {
  reply
    .code(httpStatus)
    .header('Cache-Control', 'no-store')
    .header('Content-Type', `${mediaType}; charset=utf-8`)
    .removeHeader('ETag')
    .removeHeader('Content-Disposition')
    .send(body)
}

/** Problems that a refusal names, and characters of a name or value in it: it must not be longer than what was asked. */
const mostProblems = 100
const mostCharacters = 200

/** What a refused call answers, in the caller's language. */
export function toErrorEnvelope(refusal: HttpError, locale: Locale, requestId: string): ErrorEnvelope {
  return {
    code: refusal.code,
    msg: errorText(refusal.key, locale, cutValues(refusal.params)),
    data: refusal.data,
    error: {
      key: refusal.key,
      fields: refusal.fields.slice(0, mostProblems).map((problem) => withText(problem, locale)),
    },
    requestId,
  }
}

/** Who shows the field need not know its texts. */
function withText(problem: FieldIssue, locale: Locale): FieldIssue {
  const params = cutValues(problem.params)
  const path = cut(problem.path)
  return { ...problem, path, ...(params && { params }), text: errorText(problem.key, locale, params) }
}

function cutValues(params: FieldIssue['params']): FieldIssue['params'] {
  return params && Object.fromEntries(Object.entries(params).map(([name, value]) => [name, cut(value)]))
}

/** Callers choose names of fields: what is too long to be one is shortened. */
function cut<Value>(value: Value): Value | string {
  return typeof value === 'string' && value.length > mostCharacters
    ? `${value.slice(0, mostCharacters - 1).toWellFormed()}…`
    : value
}

function logRefusal(refusal: HttpError, request: FastifyRequest): void {
  if (refusal.key === 'server.error') request.log.error({ err: refusal.cause }, 'call failed')
  else if (refusal.code >= 500)
    request.log.warn({ key: refusal.key, err: refusal.cause }, 'call not answered')
}

/** Any thrown thing as a refusal of the closed list. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  const { statusCode, validation } = error as Partial<FastifyError>
  // A client that resets its connection while it sends its body makes an ECONNRESET too, which carries a status.
  if (!isCallersFault(statusCode) && isDatabaseUnavailable(error)) return unavailable(error)
  if (validation)
    return createHttpError('request.invalid', { cause: error, fields: validation.map(toFieldIssue) })
  switch (statusCode) {
    // Plugins say "forbidden" of files outside their folder; 403 is kept for a state of the person's own.
    case 403:
    case 404:
      return createHttpError('not_found', { cause: error })
    case 408:
      return createHttpError('request.timeout', { cause: error })
    case 413:
      return createHttpError('request.too_large', { cause: error })
    case 415:
      return createHttpError('request.unsupported_type', { cause: error })
    case 503:
      return createHttpError('server.busy', { cause: error, retryAfterSeconds: databaseRetrySeconds })
    default:
      return createHttpError(isCallersFault(statusCode) ? 'request.invalid' : 'server.error', {
        cause: error,
      })
  }
}

/** The refusal of a call that the database cannot answer now. */
export function unavailable(cause: unknown): HttpError {
  return createHttpError('server.unavailable', { cause, retryAfterSeconds: databaseRetrySeconds })
}

function isCallersFault(statusCode: number | undefined): boolean {
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
}

type ValidationProblem = NonNullable<FastifyError['validation']>[number]

/** What a schema refuses, as the field and its text. */
export function toFieldIssue({ instancePath, keyword, params }: ValidationProblem): FieldIssue {
  const parent = instancePath.split('/').slice(1)
  const named = params['missingProperty'] ?? params['additionalProperty']
  const path = (typeof named === 'string' ? [...parent, named] : parent).join('.')
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

/** Errors of both drivers that mean "the database is away or has no room": the call may be made again later. */
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
  // No room by a quota, a disk that fails or was made read-only, no more open files.
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EROFS',
  'EMFILE',
  'ENFILE',
  // A standby that is not the first server yet takes no writes; others wrote the same rows again and again.
  '25006',
  '40001',
  '40P01',
])

/**
 * Classes of SQLSTATE for a lost connection, for want of room or connections, for what is stopped from outside (a server
 * that is told to end, a statement that took too long), and for a disk that fails.
 */
const unavailableClass = /^(?:08|53|57|58)/

/** SQLite's primary result codes for busy, locked, read-only, I/O error, full disk and cannot open. */
const unavailableSqlite = new Set([5, 6, 8, 10, 13, 14])

function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (typeof code === 'string' && (unavailableCodes.has(code) || unavailableClass.test(code))) return true
  // pg throws these without a code; the last stands for the first error where taking back fails too.
  if (/connection terminated|timeout exceeded when trying to connect|not queryable/i.test(error.message))
    return true
  // the low byte of SQLite's extended code is the primary one
  return typeof errcode === 'number' && unavailableSqlite.has(errcode % 256)
}

/**
 * Options of a call that a person's form makes: what its schema refuses is told at the fields as 422, like what the rules
 * refuse.
 */
export const formRoute = {
  attachValidation: true,
  preHandler: async ({ validationError }: FastifyRequest): Promise<void> => {
    const problems = validationError?.validation
    if (problems) throw createHttpError('validation.failed', { fields: problems.map(toFieldIssue) })
  },
} as const

const retry: Localized = { 'zh-CN': '重试', en: 'Try again' }

/** Browsers reload at random within so many seconds, so that they do not all come at once. */
const reloadSpreadSeconds = 5

/** True for a page that a person opens in a browser; programs ask for JSON, or for anything. */
export function isBrowserNavigation({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html')
}

/**
 * What a person reads in place of a page that the server cannot give now. It needs no file: those would not come either.
 * The browser reloads it by itself.
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
<p><a href="">${retry[locale]}</a></p>
</main>
</body>
</html>
`
}
