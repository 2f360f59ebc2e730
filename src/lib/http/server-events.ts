/** A server-sent event. */
export interface ServerEvent {
  event: string
  data: string
}

/**
 * Reads server-sent events from the body of a response. Unlike `EventSource`, the request can have a token header.
 * @param onHeard called for all data, comments included
 */
export async function* readServerEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onHeard: () => void = () => undefined,
): AsyncGenerator<ServerEvent> {
  let rest = ''
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onHeard()
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const found = parseServerEvent(block)
        if (found) yield found
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/** @returns undefined for comments and for events without data */
function parseServerEvent(block: string): ServerEvent | undefined {
  const lines = block.split('\n')
  const find = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
  const event = find('event')
  const data = find('data')
  return event === undefined || data === undefined ? undefined : { event, data }
}
