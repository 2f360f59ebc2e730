import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { defaultLocale } from '#contract/locale.ts'
import { handleError, toErrorEnvelope } from './error-handler.ts'
import { createHttpError, type HttpError } from '../errors.ts'

/** Headers of responses for which no hook of the app runs: a browser must not run, frame, sniff or store them. */
const headersWithoutHooks: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

/** Responds to a URL that the router cannot parse: wrongly encoded, or with a parameter that is too long. */
export function handleMalformedUrl(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  handleError(error, request, reply.headers(headersWithoutHooks))
}

/**
 * Creates the handler of bytes that are no HTTP request. It responds in the default language and closes the connection, because
 * the start of a next request is unknown. Nothing is written to a connection that the client has reset.
 * @param newId creates the request id of the response
 */
export function handleClientError(newId: () => string) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // `_httpMessage` is a response that is being sent on the socket; it must not be interrupted. Node's own handler checks it too.
    const response = Reflect.get(socket, '_httpMessage') as ServerResponse | null | undefined
    const isAnswering = response?.headersSent === true
    if (socket.writable && !socket.destroyed && error.code !== 'ECONNRESET' && !isAnswering)
      socket.write(serializeResponse(toClientHttpError(error), newId()))
    socket.destroy()
  }
}

function toClientHttpError({ code }: NodeJS.ErrnoException): HttpError {
  if (code === 'HPE_HEADER_OVERFLOW') return createHttpError('request.headers_too_large')
  return createHttpError(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request.timeout' : 'request.invalid')
}

function serializeResponse(httpError: HttpError, requestId: string): string {
  const body = JSON.stringify(toErrorEnvelope(httpError, defaultLocale, requestId))
  const headers = {
    ...headersWithoutHooks,
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const { httpStatus } = httpError
  return [`HTTP/1.1 ${httpStatus} ${STATUS_CODES[httpStatus]}`, ...lines, '', body].join('\r\n')
}

/**
 * Reduces a target in absolute form (`GET http://host/path`) to its path: the host in it is not trusted, so that no
 * response links there.
 */
export function normalizeTarget({ url = '/' }: IncomingMessage): string {
  return url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '') || '/'
}

/** Rejects HTTP/1.1 requests without a host; Node's own response would be empty. */
export function rejectMissingHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && !raw.headers.host) throw createHttpError('request.invalid')
  })
}

/** Limit of nested objects and lists in a JSON body. */
const maxJsonDepth = 20

/** Parses JSON bodies; rejects those that are nested too deeply, malformed, or contain prototype keys. */
export function parseJsonBodies(app: FastifyInstance): void {
  // `error` for the keys `__proto__` and `constructor`.
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (jsonDepth(text) > maxJsonDepth) {
      done(createHttpError('request.too_deep', { params: { max: maxJsonDepth } }))
      return
    }
    void parse(request, text, (error, value) => {
      if (error) done(createHttpError('request.malformed_json', { cause: error }))
      else done(null, value)
    })
  })
}

/** Counts the nesting of brackets outside strings in the text, so that a hostile body is never parsed. */
function jsonDepth(text: string): number {
  let depth = 0
  let deepest = 0
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index]
    if (isInString) {
      if (char === '\\') index += 1
      else if (char === '"') isInString = false
    } else if (char === '"') isInString = true
    else if (char === '{' || char === '[') deepest = Math.max(deepest, (depth += 1))
    else if (char === '}' || char === ']') depth -= 1
  }
  return deepest
}

/**
 * Rejects the character U+0000 in path, query and body: PostgreSQL stores it in no text and SQLite does. So both databases
 * behave alike, and no route needs a check.
 */
export function rejectNul(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, body }) => {
    if ([params, query, body].some(containsNul)) throw createHttpError('request.invalid')
  })
}

/** Checks whether a JSON or form value contains U+0000. Routes that take bytes or streams check them on their own. */
function containsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (Array.isArray(value)) return value.some(containsNul)
  if (typeof value !== 'object' || value === null || isBytes(value)) return false
  return Object.entries(value).some(([key, member]) => key.includes('\0') || containsNul(member))
}

/** Checks for the body of an upload: bytes in memory, or a stream. */
function isBytes(value: object): boolean {
  return ArrayBuffer.isView(value) || 'pipe' in value
}

/**
 * Removes ports from `X-Forwarded-For`. Some proxies add them; as each connection has another port, each would have rate limits
 * of its own.
 */
export function dropForwardedPorts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const forwarded = headers['x-forwarded-for']
    if (typeof forwarded === 'string')
      headers['x-forwarded-for'] = forwarded.split(',').map(removePort).join(', ')
  })
}

/**
 * Returns the address of `192.0.2.1:80`, `[2001:db8::1]:80` or `[2001:db8::1]`, with or without quotes, and any other text
 * unchanged.
 */
function removePort(text: string): string {
  // Only one of the two groups matches, so `filter` leaves the whole match and the address.
  const [, address] =
    /^"?(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d*)?"?$/.exec(text.trim())?.filter(Boolean) ?? []
  return address ?? text.trim()
}
