import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHttpError } from '../errors.ts'

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
