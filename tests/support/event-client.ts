import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { onTestFinished } from 'vitest'
import type { ModuleChange } from '../../contract/changes.ts'

/** Somebody who listens to the events of a server, as they come. */
export interface EventClient {
  status: number
  retryAfter: string | undefined
  /** What came so far. */
  changes: readonly ModuleChange[]
  /** Resolves when the server ended it; rejects when it was cut. */
  ended: Promise<void>
  leave(): void
}

/**
 * Listens until the test ends; the answer's headers are there. Not by `fetch`: with an aborted answer it leaves a fresh
 * connection behind that never asks anything, and a server that closes waits for it.
 */
export async function listenTo(url: string, authorization: string): Promise<EventClient> {
  const request = get(`${url}/api/front/changes`, {
    agent: false,
    headers: { authorization, accept: 'text/event-stream' },
  })
  onTestFinished(() => void request.destroy())
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const changes: ModuleChange[] = []
  const ended = readEvents(answer, changes)
  // Who does not ask how it ended need not be told.
  ended.catch(() => undefined)
  return {
    status: answer.statusCode ?? 0,
    retryAfter: answer.headers['retry-after'],
    changes,
    ended,
    leave: () => void request.destroy(),
  }
}

async function readEvents(answer: IncomingMessage, changes: ModuleChange[]): Promise<void> {
  let rest = ''
  for await (const piece of answer.setEncoding('utf8')) {
    const blocks = `${rest}${String(piece)}`.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const [event = '', data = ''] = block.split('\n')
      if (event === 'event: change') changes.push(JSON.parse(data.replace('data: ', '')) as ModuleChange)
    }
  }
}
