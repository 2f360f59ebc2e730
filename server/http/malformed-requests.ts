import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { defaultLocale } from '#contract/locale.ts'
import { handleError, toErrorEnvelope } from './error-handler.ts'
import { createHttpError, type HttpError } from '../errors.ts'

/** Headers of an answer that no hook of the app has seen: nothing in it may be run, framed, sniffed or kept. */
const bareHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

/** Answers an address that the router cannot read: wrongly encoded, or with too long a part. */
export function handleMalformedUrl(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  handleError(error, request, reply.headers(bareHeaders))
}

/**
 * Answers bytes that are no request. Nothing is known of the caller, so it speaks the forum's first language; the
 * connection ends, since nobody can tell where a next request would begin.
 */
export function handleClientError(newId: () => string) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // An answer that is under way must not be cut by this one. Node's own handler looks here too.
    const answer = Reflect.get(socket, '_httpMessage') as ServerResponse | null | undefined
    const isAnswering = answer?.headersSent === true
    if (socket.writable && !socket.destroyed && error.code !== 'ECONNRESET' && !isAnswering)
      socket.write(toText(refusalOf(error), newId()))
    socket.destroy()
  }
}

function refusalOf({ code }: NodeJS.ErrnoException): HttpError {
  if (code === 'HPE_HEADER_OVERFLOW') return createHttpError('request.headers_too_large')
  return createHttpError(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request.timeout' : 'request.invalid')
}

function toText(refusal: HttpError, requestId: string): string {
  const body = JSON.stringify(toErrorEnvelope(refusal, defaultLocale, requestId))
  const headers = {
    ...bareHeaders,
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const { httpStatus } = refusal
  return [`HTTP/1.1 ${httpStatus} ${STATUS_CODES[httpStatus]}`, ...lines, '', body].join('\r\n')
}

/**
 * A target in absolute form (`GET http://host/path`) means its path: the host in it is not ours to believe, so that no
 * answer leads there.
 */
export function normalizeTarget({ url = '/' }: IncomingMessage): string {
  return url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '') || '/'
}

/** HTTP 1.1 wants a host in every request; refused here and not by Node, whose answer is empty. */
export function rejectMissingHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && !raw.headers.host) throw createHttpError('request.invalid')
  })
}

/** Levels of objects and lists that a JSON body may have (security.md 15). */
const maxJsonDepth = 20

/** Reads JSON bodies: nested too deeply, malformed, or with prototype keys they are refused. */
export function acceptJson(app: FastifyInstance): void {
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

/** Deepest level of brackets outside strings; counted on the text, so that a hostile body is never built. */
function jsonDepth(text: string): number {
  let depth = 0
  let deepest = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (isInString) {
      if (char === '\\') at += 1
      else if (char === '"') isInString = false
    } else if (char === '"') isInString = true
    else if (char === '{' || char === '[') deepest = Math.max(deepest, (depth += 1))
    else if (char === '}' || char === ']') depth -= 1
  }
  return deepest
}

/**
 * Refuses the character U+0000 in path, query and body. PostgreSQL takes it in no text, and nobody types it; refused
 * here, both databases answer alike and no route has to think of it.
 */
export function rejectNul(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, body }) => {
    if ([params, query, body].some(holdsNul)) throw createHttpError('request.invalid')
  })
}

/** Looks into what JSON and forms are made of; bytes and streams are the routes' own. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (Array.isArray(value)) return value.some(holdsNul)
  if (typeof value !== 'object' || value === null || isBytes(value)) return false
  return Object.entries(value).some(([key, each]) => key.includes('\0') || holdsNul(each))
}

function isBytes(value: object): boolean {
  return ArrayBuffer.isView(value) || 'pipe' in value
}

/**
 * Some proxies write the caller's port behind the address. It is another with each connection: as a part of the address
 * it would have a limit of its own each time.
 */
export function dropForwardedPorts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const forwarded = headers['x-forwarded-for']
    if (typeof forwarded === 'string')
      headers['x-forwarded-for'] = forwarded.split(',').map(withoutPort).join(', ')
  })
}

/** The address of `192.0.2.1:80`, `[2001:db8::1]:80` or `[2001:db8::1]`; any other text as it is. */
function withoutPort(text: string): string {
  const [, address] =
    /^"?(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d*)?"?$/.exec(text.trim())?.filter(Boolean) ?? []
  return address ?? text.trim()
}
