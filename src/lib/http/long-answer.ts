import { NetworkError } from './errors.ts'
import { readServerEvents } from './server-events.ts'

/** A call of which nothing is heard for so long is given up, in milliseconds: the server gives a sign of life each 15 s. */
const quietMs = 60_000

/** Watches over a call that may take long. */
export interface LongWait {
  signal: AbortSignal
  heard: () => void
  end: () => void
}

/** Ends a call when nothing was heard of it for a while. @param signal the caller's own */
export function startLongWait(url: string, signal: AbortSignal): LongWait {
  const quiet = new AbortController()
  let timer: ReturnType<typeof setTimeout>
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => quiet.abort(new NetworkError('time_limit', url)), quietMs)
  }
  heard()
  return { signal: AbortSignal.any([signal, quiet.signal]), heard, end: () => clearTimeout(timer) }
}

/**
 * The answer of a call that tells how far it is: events `progress`, and at the end `result` or `refusal` with the envelope.
 * @returns what it would have been without events
 * @throws NetworkError when it breaks off before its end
 */
export async function readLongAnswer(
  response: Response,
  { heard, signal }: LongWait,
  onProgress: (progress: unknown) => void,
): Promise<Response> {
  const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (!isEvents || !response.body) return response
  try {
    for await (const { event, data } of readServerEvents(response.body, heard)) {
      if (event === 'progress') onProgress(JSON.parse(data))
      else if (event === 'result') return new Response(data, { headers: response.headers })
      else if (event === 'refusal') {
        const { code } = JSON.parse(data) as { code: number }
        return new Response(data, { status: code, headers: response.headers })
      }
    }
  } catch (cause) {
    throw signal.aborted ? signal.reason : new NetworkError('no_answer', response.url, cause)
  }
  throw new NetworkError('no_answer', response.url)
}
