import type { QueryClient } from '@tanstack/react-query'
import { refreshCurrentUser } from '#features/accounts'
import { setAttentionCount } from '#lib/attention-count.ts'
import { hasOutboxDatabase } from '#lib/outbox-database.ts'
import { authStore } from '#lib/auth.ts'
import { whenIdle } from '#lib/when-idle.ts'

/**
 * Begins to send what waits once the first screen stands: no start waits for the outbox or its code. Where nobody is
 * signed in and nothing was ever left to it, it begins when somebody signs in.
 */
export function startOutboxWhenIdle(queryClient: QueryClient): void {
  const start = () => whenIdle(() => void beginWhenNeeded(queryClient))
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}

async function beginWhenNeeded(queryClient: QueryClient): Promise<void> {
  if (authStore.getToken() !== undefined || (await hasOutboxDatabase())) return begin(queryClient)
  const stop = authStore.subscribe(() => {
    if (authStore.getToken() === undefined) return
    stop()
    void begin(queryClient)
  })
}

async function begin(queryClient: QueryClient): Promise<void> {
  // Without network it is on the device already, or it is not: the next start tries again.
  const { startOutbox } = await import('#outbox/index.ts').catch(() => ({ startOutbox: undefined }))
  startOutbox?.({
    confirm: refreshCurrentUser,
    // Lists and rows of that module are older than what was sent.
    onDone: ({ module }) =>
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(module) }),
    onNeeds: setAttentionCount,
  })
  const favourites = await import('#features/account-favourites').catch(() => undefined)
  favourites?.mergeDeviceFavourites(queryClient)
}
