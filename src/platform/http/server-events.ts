/** A server-sent event. */
export interface ServerEvent {
  event: string
  data: string
}

/**
 * Reads server-sent events from the body of a response. Unlike `EventSource`, the request can have a token header.
 * @param onChunk called for each chunk of data, comments included
 */
export async function* readServerEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onChunk: () => void = () => undefined,
): AsyncGenerator<ServerEvent> {
  let unparsed = ''
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onChunk()
      const blocks = (unparsed + value).split('\n\n')
      unparsed = blocks.pop() ?? ''
      for (const block of blocks) {
        const serverEvent = parseServerEvent(block)
        if (serverEvent) yield serverEvent
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
