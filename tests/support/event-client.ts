import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { onTestFinished } from 'vitest'
import type { ModuleChange } from '#contract/api.ts'

/** A client that receives the server's events. */
export interface EventClient {
  status: number
  retryAfter: string | undefined
  /** Events received so far. */
  changes: readonly ModuleChange[]
  /** Resolves when the server ends the stream; rejects when the connection breaks. */
  ended: Promise<void>
  leave(): void
}

/**
 * Listens until the test ends; resolves with the response headers. `fetch` is unsuitable: aborting a response leaves
 * an idle connection for which a closing server waits.
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
  // A test that ignores the end must not fail by an unhandled rejection.
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
