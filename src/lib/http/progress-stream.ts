import { NetworkError } from './errors.ts'
import { readServerEvents } from './server-events.ts'

/** A call of which nothing is heard for so long is given up, in milliseconds: the server gives a sign of life each 15 s. */
const quietMs = 60_000

/** Makes a call and reads its answer: what it would have been had it not taken long. */
export type StreamRequest = (
  url: string,
  signal: AbortSignal,
  send: (changed: { headers: Readonly<Record<string, string>>; signal: AbortSignal }) => Promise<Response>,
) => Promise<Response>

/**
 * A call that tells how far it is: events `progress`, and at the end `result` or `refusal` with the envelope. It rejects
 * with a NetworkError when it breaks off before its end, or nothing was heard of it for a minute.
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
