import type { QueryClient } from '@tanstack/react-query'
import { refreshCurrentUser } from '#features/accounts'
import { setAttention } from '#lib/attention.ts'
import { whenIdle } from '#lib/when-idle.ts'

/** Begins to send what waits once the first screen stands: no start waits for the outbox or its code. */
export function startOutboxLater(queryClient: QueryClient): void {
  const start = () => whenIdle(() => void begin(queryClient))
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}

async function begin(queryClient: QueryClient): Promise<void> {
  // Without network it is on the device already, or it is not: the next start tries again.
  const { startOutbox } = await import('#outbox/index.ts').catch(() => ({ startOutbox: undefined }))
  startOutbox?.({
    confirm: refreshCurrentUser,
    // Lists and rows of that module are older than what was sent.
    onDone: ({ module }) =>
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(module) }),
    onNeeds: setAttention,
  })
}
