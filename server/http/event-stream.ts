import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHttpError } from '../errors.ts'
import { Socket } from 'node:net'
import { success } from './envelope.ts'
import { toErrorEnvelope, toHttpError } from './error-handler.ts'
import { preferredLocale } from './error-texts.ts'

/** Default limit of the text buffered for a slow client, in bytes; beyond it the stream is destroyed. */
const defaultMaxBufferedBytes = 16 * 1024
/** Delay before a client reconnects, in milliseconds; sent as `retry:`. */
const retryMs = 5000

/** Server-sent events to one client. */
export interface EventStream {
  /** Sends an event. Does nothing when the stream has ended. */
  send(event: string, data: object): void
  /** Sends a comment, which the client ignores but which keeps the connection open. */
  sendHeartbeat(): void
  /** Ends the response. */
  end(): void
}

/** @throws HttpError `not_acceptable` for a client that does not accept events: it would wait for an end that never comes */
export function requireEventStream(request: FastifyRequest): void {
  if (!acceptsEvents(request)) throw createHttpError('not_acceptable')
}

/** Checks whether the client accepts server-sent events; a browser's `EventSource` says so in `Accept`. */
function acceptsEvents({ headers }: FastifyRequest): boolean {
  return /\btext\/event-stream\b/i.test(headers.accept ?? '')
}

/**
 * Responds with server-sent events. A reader that is too slow is disconnected; it reconnects and fetches what it missed.
 * @param onClose called once, whichever side ends the stream
 * @param maxBufferedBytes limit of the text that the client has not received yet
 */
export function startEventStream(
  reply: FastifyReply,
  onClose: () => void,
  maxBufferedBytes = defaultMaxBufferedBytes,
): EventStream {
  // `write` pushes the events, so there is nothing to do when the client is ready for more.
  const stream = new Readable({ read: () => {} })
  stream.once('close', onClose)
  let isEnded = false
  const write = (text: string): void => {
    if (isEnded || stream.destroyed) return
    stream.push(text)
    if (stream.readableLength > maxBufferedBytes) stream.destroy()
  }
  write(`retry: ${retryMs}\n\n`)
  void reply
    .header('Content-Type', 'text/event-stream; charset=utf-8')
    // No proxy may compress or buffer the stream; the last header is for nginx.
    .header('Cache-Control', 'no-store, no-transform')
    .header('X-Accel-Buffering', 'no')
    .send(stream)
  return {
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    sendHeartbeat: () => write(':\n\n'),
    end: () => {
      if (isEnded) return
      isEnded = true
      stream.push(null)
    },
  }
}

/** Buffer limit of streams with progress, in bytes: one event may report hundreds of issues. */
const maxProgressBufferBytes = 4 * 1024 * 1024
/** Interval of comments that keep proxies from closing the connection, in milliseconds. */
const heartbeatMs = 15_000

/** What {@link sendWithProgress} passes to the work of a long request. */
export interface ProgressRequest {
  /** Aborts when the client closes the connection. */
  signal: AbortSignal
  /** Sends the progress to a client that accepts events. */
  report: (progress: object) => void
}

/**
 * Responds to a long request. A client that accepts `text/event-stream` receives events `progress`, and at the end `result`
 * or `refusal` with the envelope; any other client waits for the envelope.
 */
export async function sendWithProgress(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (call: ProgressRequest) => Promise<unknown>,
): Promise<unknown> {
  const abortController = new AbortController()
  // The connection may be silent during the work; the timeout applies again to the next request. The socket of an injected
  // request is none of Node's.
  const { socket } = request.raw
  if (socket instanceof Socket) socket.setTimeout(0)
  if (!acceptsEvents(request)) {
    // `close` also follows a response that was sent completely.
    reply.raw.once('close', () => {
      if (!reply.raw.writableEnded) abortController.abort()
    })
    return success(await work({ signal: abortController.signal, report: () => {} }))
  }
  const events = startEventStream(reply, () => abortController.abort(), maxProgressBufferBytes)
  const timer = setInterval(() => events.sendHeartbeat(), heartbeatMs)
  void sendResult(request, events, () =>
    work({ signal: abortController.signal, report: (progress) => events.send('progress', progress) }),
  ).finally(() => clearInterval(timer))
  // For Fastify: the response is being sent by this reply.
  return reply
}

/** Does the work, sends the last event, `result` or `refusal`, and ends the stream. */
async function sendResult(
  request: FastifyRequest,
  events: EventStream,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    events.send('result', success(await work()))
  } catch (error) {
    const httpError = toHttpError(error)
    if (httpError.code >= 500) request.log.error({ err: httpError.cause ?? error }, 'call failed')
    events.send(
      'refusal',
      toErrorEnvelope(httpError, preferredLocale(request.headers['accept-language']), request.id),
    )
  } finally {
    events.end()
  }
}
