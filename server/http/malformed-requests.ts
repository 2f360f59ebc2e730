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
