import type { ModuleChange } from '#contract/changes.ts'
import { paths } from '#contract/api.ts'
import { getEndpointUrl } from '#lib/api.ts'
import { readServerEvents } from '#lib/http/server-events.ts'
import { authStore } from '#lib/auth.ts'

/** Waits between two tries, in milliseconds: the first is the one that the server asks for. */
const retryMs = { first: 5_000, most: 60_000 }

/**
 * Follows what changes on the server: its events, read from a stream so that the token stays in its header (modules.md
 * "Calls"). After a break it comes back by itself, and says that something may have been missed.
 * @returns ends it
 */
export function subscribeToChanges(on: {
  change: (change: ModuleChange) => void
  missed: () => void
}): () => void {
  const stopped = new AbortController()
  void (async () => {
    let wait = retryMs.first
    let isFirst = true
    while (!stopped.signal.aborted) {
      if (!isFirst) on.missed()
      isFirst = false
      const heard = await listen(on.change, stopped.signal)
      wait = heard ? retryMs.first : Math.min(wait * 2, retryMs.most)
      await pause(wait, stopped.signal)
    }
  })()
  return () => stopped.abort()
}

/** @returns whether the server answered with events; it settles when the stream ends, for whatever reason */
async function listen(onChange: (change: ModuleChange) => void, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(getEndpointUrl(paths.changes), {
      headers: { accept: 'text/event-stream', authorization: authStore.getToken() ?? '' },
      signal,
    })
    if (!response.ok || !response.body) return false
    for await (const { event, data } of readServerEvents(response.body))
      if (event === 'change') onChange(JSON.parse(data) as ModuleChange)
    return true
  } catch {
    return false
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
