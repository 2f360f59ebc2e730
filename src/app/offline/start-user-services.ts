import type { QueryClient } from '@tanstack/react-query'
import { checkToken, refreshCurrentUser, restoreSignIn } from '#features/participant/accounts'
import { setUnauthorizedHandler } from '#platform/api.ts'
import { authStore } from '#platform/auth.ts'
import { authChannel } from '#platform/auth-channel.ts'
import { setAttentionCount } from '#platform/notices.ts'
import { hasOutboxDatabase } from '#platform/device-store/on-this-device.ts'
import { whenIdle } from '#platform/browser.ts'

/**
 * Restores the sign-in after the first screen: the persistent one or another tab's. Then fetches its user from the
 * server. From now on answers requests of new tabs for this tab's sign-in. A refused token is removed, and the user
 * stays on the page.
 */
export function restoreAuth(): void {
  setUnauthorizedHandler(checkToken)
  authChannel.answerSignInRequests(() => {
    const token = authStore.getToken()
    const user = authStore.getUser()
    return token === undefined || user.id === undefined ? undefined : { token, user }
  })
  void restoreSignIn().then(refreshCurrentUser)
}

/**
 * Starts the outbox after the first screen, so that its code does not delay the start. Where no user is signed in and the
 * outbox was never used, it starts at the next sign-in.
 */
export function startOutboxWhenIdle(queryClient: QueryClient): void {
  const start = () => whenIdle(() => void startIfNeeded(queryClient))
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}

/** Starts the services of signed-in users now, or at the next sign-in. */
async function startIfNeeded(queryClient: QueryClient): Promise<void> {
  if (authStore.getToken() !== undefined || (await hasOutboxDatabase())) return startNow(queryClient)
  const unsubscribe = authStore.subscribe(() => {
    if (authStore.getToken() === undefined) return
    unsubscribe()
    void startNow(queryClient)
  })
}

/** Starts the outbox, and the merge of favourites from before the sign-in. */
async function startNow(queryClient: QueryClient): Promise<void> {
  // Without network the outbox's code may be missing; the next start tries again.
  const { startOutbox } = await import('#outbox/index.ts').catch(() => ({ startOutbox: undefined }))
  startOutbox?.({
    confirmUser: refreshCurrentUser,
    // Lists and rows of the written module are outdated now.
    onDone: ({ module }) =>
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(module) }),
    onAttentionCount: setAttentionCount,
  })
  const favourites = await import('#features/programme/account-favourites').catch(() => undefined)
  favourites?.mergeDeviceFavourites(queryClient)
}
