import { NetworkError } from './errors.ts'

/** Longest time without data in milliseconds. After it the request is aborted: the server sends data every 15 s. */
const maxSilenceMs = 60_000

/**
 * Sends a request that streams its progress, and returns the final response as if it had come without progress.
 * {@link readProgressStream} creates it; the HTTP client calls it, with a `send` that takes additional headers and
 * another signal.
 */
export type StreamRequest = (
  url: string,
  signal: AbortSignal,
  send: (overrides: { headers: Readonly<Record<string, string>>; signal: AbortSignal }) => Promise<Response>,
) => Promise<Response>

/**
 * Reads a response that reports progress: events `progress`, and at the end `result` or `refusal` with the envelope.
 * The request rejects with a NetworkError when the stream breaks off, or sends nothing for {@link maxSilenceMs}.
 * @param onProgress called with the parsed data of each event `progress`
 */
export function readProgressStream(onProgress: (progress: unknown) => void): StreamRequest {
  return async (url, signal, send) => {
    const silence = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const restartTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(new NetworkError('time_limit', url)), maxSilenceMs)
    }
    restartTimer()
    const anySignal = AbortSignal.any([signal, silence.signal])
    try {
      const response = await send({ headers: { Accept: 'text/event-stream' }, signal: anySignal })
      return await readEvents(response, restartTimer, onProgress)
    } catch (cause) {
      if (cause instanceof NetworkError) throw cause
      throw anySignal.aborted ? anySignal.reason : new NetworkError('no_answer', url, cause)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Reads events up to the final one. A response that is no event stream, such as an early error, is returned as it is. */
async function readEvents(
  response: Response,
  restartTimer: () => void,
  onProgress: (progress: unknown) => void,
): Promise<Response> {
  const { headers, status, body } = response
  const isEvents = headers.get('content-type')?.startsWith('text/event-stream') === true
  if (!isEvents || !body) return new Response(await response.text(), { status, headers })
  for await (const { event, data } of readServerEvents(body, restartTimer)) {
    if (event === 'progress') onProgress(JSON.parse(data))
    else if (event === 'result') return new Response(data, { headers })
    else if (event === 'refusal') {
      const { code } = JSON.parse(data) as { code: number }
      return new Response(data, { status: code, headers })
    }
  }
  throw new NetworkError('no_answer', response.url)
}

/** A server-sent event. */
interface ServerEvent {
  /** Name of the event. */
  event: string
  /** JSON text. */
  data: string
}

/**
 * Reads server-sent events from the body of a response. Unlike `EventSource`, the request can have a token header.
 * @param onChunk called for each chunk of bytes that arrives, also one with comments only
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
      // A blank line ends an event. The last block is incomplete until the next chunk.
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

/** Parses lines such as `event: progress` and `data: {}`. @returns undefined for comments and for events without data */
function parseServerEvent(block: string): ServerEvent | undefined {
  const lines = block.split('\n')
  const find = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
  const event = find('event')
  const data = find('data')
  return event === undefined || data === undefined ? undefined : { event, data }
}
