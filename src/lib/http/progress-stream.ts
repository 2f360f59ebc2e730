import { NetworkError } from './errors.ts'
import { readServerEvents } from './server-events.ts'

/** Longest time without any event in milliseconds; then the call is aborted. The server sends one every 15 s. */
const quietMs = 60_000

/** Sends a request with progress, and returns the response that it would have without. */
export type StreamRequest = (
  url: string,
  signal: AbortSignal,
  send: (changed: { headers: Readonly<Record<string, string>>; signal: AbortSignal }) => Promise<Response>,
) => Promise<Response>

/**
 * Reads a response that reports progress: events `progress`, and at the end `result` or `refusal` with the envelope.
 * Rejects with a NetworkError when the stream breaks off, or sends nothing for a minute.
 */
export function readProgressStream(onProgress: (progress: unknown) => void): StreamRequest {
  return async (url, signal, send) => {
    const quiet = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const heard = () => {
      clearTimeout(timer)
      timer = setTimeout(() => quiet.abort(new NetworkError('time_limit', url)), quietMs)
    }
    heard()
    const either = AbortSignal.any([signal, quiet.signal])
    try {
      const response = await send({ headers: { Accept: 'text/event-stream' }, signal: either })
      return await readEvents(response, heard, onProgress)
    } catch (cause) {
      if (cause instanceof NetworkError) throw cause
      throw either.aborted ? either.reason : new NetworkError('no_answer', url, cause)
    } finally {
      clearTimeout(timer)
    }
  }
}

async function readEvents(
  response: Response,
  heard: () => void,
  onProgress: (progress: unknown) => void,
): Promise<Response> {
  const { headers, status, body } = response
  const isEvents = headers.get('content-type')?.startsWith('text/event-stream') === true
  if (!isEvents || !body) return new Response(await response.text(), { status, headers })
  for await (const { event, data } of readServerEvents(body, heard)) {
    if (event === 'progress') onProgress(JSON.parse(data))
    else if (event === 'result') return new Response(data, { headers })
    else if (event === 'refusal') {
      const { code } = JSON.parse(data) as { code: number }
      return new Response(data, { status: code, headers })
    }
  }
  throw new NetworkError('no_answer', response.url)
}
