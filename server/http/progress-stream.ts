import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { success } from './envelope.ts'
import { toErrorEnvelope, toHttpError } from './error-handler.ts'
import { preferredLocale } from './error-texts.ts'
import { startEventStream, type EventStream } from './event-stream.ts'

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
