import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHttpError } from '../errors.ts'
import { Socket } from 'node:net'
import { success } from './envelope.ts'
import { toErrorEnvelope, toHttpError } from './error-handler.ts'
import { preferredLocale } from './error-texts.ts'

/** Text that may wait for a slow reader beyond what the socket takes, in bytes; then the stream is cut. */
const mostWaitingBytes = 16 * 1024
/** What a client waits before it comes again, in milliseconds. */
const retryMs = 5000

/** Server-sent events to one client. */
export interface EventStream {
  send(event: string, data: object): void
  /** A sign of life, of which the client's program hears nothing. */
  beat(): void
  end(): void
}

/** @throws Refusal `not_acceptable` for a client that did not ask for events: it would wait for an end that never comes */
export function requireEventStream({ headers }: FastifyRequest): void {
  if (!/\btext\/event-stream\b/i.test(headers.accept ?? '')) throw createHttpError('not_acceptable')
}

/**
 * Answers with events. Nothing is kept for a reader who is too slow: it is cut off, comes again and asks for what it
 * missed.
 * @param onOver called once, whoever ended it
 * @param maxWaitingBytes what may wait for it
 */
export function startEventStream(
  reply: FastifyReply,
  onOver: () => void,
  maxWaitingBytes = mostWaitingBytes,
): EventStream {
  const stream = new Readable({ read: () => {} })
  stream.once('close', onOver)
  let isOver = false
  const write = (text: string): void => {
    if (isOver || stream.destroyed) return
    stream.push(text)
    if (stream.readableLength > maxWaitingBytes) stream.destroy()
  }
  write(`retry: ${retryMs}\n\n`)
  void reply
    .header('Content-Type', 'text/event-stream; charset=utf-8')
    // Nothing on the way may compress or collect it; the last is a word for nginx.
    .header('Cache-Control', 'no-store, no-transform')
    .header('X-Accel-Buffering', 'no')
    .send(stream)
  return {
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    beat: () => write(':\n\n'),
    end: () => {
      if (isOver) return
      isOver = true
      stream.push(null)
    },
  }
}

/** Events that may wait for a slow reader, in bytes: an answer with hundreds of faults is one. */
const maxWaitingBytes = 4 * 1024 * 1024
/** A sign of life for what is between us and the client, in milliseconds. */
const beatMs = 15_000

/** What a call that takes long works with. */
export interface ProgressRequest {
  /** Ends with the client's connection. */
  signal: AbortSignal
  /** Tells how far it is, to a client that wants to hear it. */
  report: (progress: object) => void
}

/**
 * Answers a call that takes long. A client that accepts `text/event-stream` hears events `progress`, and at the end
 * `result` or `refusal` with the envelope that it would have got; any other one waits for the envelope.
 */
export async function sendWithProgress(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (call: ProgressRequest) => Promise<unknown>,
): Promise<unknown> {
  const ended = new AbortController()
  // While it works nothing comes or goes, which is no dead connection. The next request is watched over again. A call that
  // was put in without a connection has none to end.
  const { socket } = request.raw
  if (socket instanceof Socket) socket.setTimeout(0)
  if (!/\btext\/event-stream\b/i.test(request.headers.accept ?? '')) {
    reply.raw.once('close', () => {
      if (!reply.raw.writableEnded) ended.abort()
    })
    return success(await work({ signal: ended.signal, report: () => {} }))
  }
  const events = startEventStream(reply, () => ended.abort(), maxWaitingBytes)
  const timer = setInterval(() => events.beat(), beatMs)
  void run(request, events, () =>
    work({ signal: ended.signal, report: (progress) => events.send('progress', progress) }),
  ).finally(() => clearInterval(timer))
  return reply
}

async function run(
  request: FastifyRequest,
  events: EventStream,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    events.send('result', success(await work()))
  } catch (error) {
    const refusal = toHttpError(error)
    if (refusal.code >= 500) request.log.error({ err: refusal.cause ?? error }, 'call failed')
    events.send(
      'refusal',
      toErrorEnvelope(refusal, preferredLocale(request.headers['accept-language']), request.id),
    )
  } finally {
    events.end()
  }
}
