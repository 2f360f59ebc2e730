import { onTestFinished } from 'vitest'
import type { ModuleChange } from '../../contract/changes.ts'

/** A client that listens to `GET /front/changes` as the app does: by fetch, so that the token stays in its header. */
export interface EventClient {
  status: number
  headers: Headers
  /** What came so far. */
  changes: readonly ModuleChange[]
  /** Everything that came, as text. */
  text: () => string
  /** Resolves when the server ended it; rejects when it was cut. */
  ended: Promise<void>
  leave(): void
}

/** Listens until the test ends. The answer's headers are there. */
export async function listenTo(
  url: string,
  token: string,
  accept = 'text/event-stream',
): Promise<EventClient> {
  const stop = new AbortController()
  const answer = await fetch(`${url}/api/front/changes`, {
    headers: { authorization: token, accept },
    signal: stop.signal,
  })
  const changes: ModuleChange[] = []
  let text = ''
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of answer.body ?? []) {
      const piece = decoder.decode(chunk, { stream: true })
      text += piece
      rest += piece
      const blocks = rest.split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const [event = '', data = ''] = block.split('\n')
        if (event === 'event: change') changes.push(JSON.parse(data.replace('data: ', '')) as ModuleChange)
      }
    }
  }
  const ended = read()
  // Who does not ask how it ended need not be told.
  ended.catch(() => undefined)
  onTestFinished(() => stop.abort())
  return {
    status: answer.status,
    headers: answer.headers,
    changes,
    text: () => text,
    ended,
    leave: () => stop.abort(),
  }
}
