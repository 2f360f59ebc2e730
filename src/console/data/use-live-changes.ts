import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ModuleChange } from '#contract/api.ts'
import { paths } from '#contract/api.ts'
import { getEndpointUrl } from '#platform/api.ts'
import { readServerEvents } from '#platform/http/server-events.ts'
import { authStore } from '#platform/auth.ts'
import { invalidateRows, consoleKey, managedModulesQuery, metadataQuery } from './queries.ts'
import { moduleMetadata } from '#platform/module-metadata.ts'
import { subscribeToRevisions } from './metadata-revision.ts'

/** Refetches rows on screen when another user has changed them. */
export function useLiveChanges(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      subscribeToChanges({
        onChange: ({ module }) => invalidateRows(client, module),
        onReconnect: () => void client.invalidateQueries({ queryKey: [consoleKey] }),
      }),
    [client],
  )
}

/**
 * Delays between two attempts, in milliseconds. The first one is the `retry` of the server's event stream. It doubles
 * until a connection succeeds.
 */
const retryDelayMs = { min: 5_000, max: 60_000 }

/**
 * Subscribes to the server's change events. The events come as a fetch stream, because an EventSource cannot
 * send the token in a header. Before each reconnection it calls `onReconnect`, because changes may have been missed.
 * @returns a function that unsubscribes
 */
function subscribeToChanges(handlers: {
  onChange: (change: ModuleChange) => void
  onReconnect: () => void
}): () => void {
  const abortController = new AbortController()
  void (async () => {
    let delayMs = retryDelayMs.min
    let isFirstAttempt = true
    while (!abortController.signal.aborted) {
      if (!isFirstAttempt) handlers.onReconnect()
      isFirstAttempt = false
      const wasConnected = await readChanges(handlers.onChange, abortController.signal)
      delayMs = wasConnected ? retryDelayMs.min : Math.min(delayMs * 2, retryDelayMs.max)
      await pause(delayMs, abortController.signal)
    }
  })()
  return () => abortController.abort()
}

/**
 * Reads events until the stream ends, for any reason.
 * @returns true when the server closed the stream; false after a failure or without a stream
 */
async function readChanges(onChange: (change: ModuleChange) => void, signal: AbortSignal): Promise<boolean> {
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

/** Waits, but not longer than until the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/**
 * Refetches metadata when a response carries another revision: changed permissions, fields and modules show
 * without a reload. Each revision is requested once, because servers of two versions would otherwise cause
 * endless requests.
 */
export function useFreshMetadata(): void {
  const client = useQueryClient()
  useEffect(() => {
    const requestedRevisions = new Set<string>()
    return subscribeToRevisions(({ module, revision }) => {
      const key = `${module} ${revision ?? 'gone'}`
      const loadedMetadata = client.getQueryData(metadataQuery(module).queryKey)
      if (loadedMetadata?.revision === revision || requestedRevisions.has(key)) return
      requestedRevisions.add(key)
      moduleMetadata.forget(module)
      void client.invalidateQueries({ queryKey: [consoleKey, 'metadata'] })
      // A revoked or granted permission also changes which modules the user manages.
      void client.invalidateQueries({ queryKey: managedModulesQuery().queryKey })
    })
  }, [client])
}
