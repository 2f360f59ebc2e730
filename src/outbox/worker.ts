import { createHttpClient } from '#platform/http/client.ts'
import { persistentSignInStore } from '#platform/persistent-sign-in.ts'
import { getOwnerKey } from '#platform/user-storage-keys.ts'
import { authChannel } from '#platform/auth-channel.ts'
import { senderDeps } from './device.ts'
import type { SyncTag } from './sync-tag.ts'
import { sendPendingEntries } from './background-send.ts'

export { getSealer } from '#platform/device-store/on-this-device.ts'
export type { Sealed } from '#platform/device-store/sealing.ts'
export { parseSyncTag } from './sync-tag.ts'

// The public exports of the outbox for the service worker.

/**
 * Sends pending entries from the service worker, without a page.
 * @throws Error when entries remain that another sync event may send. The browser then fires one by itself
 */
export async function sendFromWorker({ apiPath, locale }: SyncTag): Promise<void> {
  const isDone = await sendPendingEntries({
    ...senderDeps,
    signIns: persistentSignInStore,
    createClient: (token) =>
      createHttpClient({
        baseUrl: location.origin + apiPath,
        getToken: () => token,
        getLocale: () => locale,
        fetch: (...args) => fetch(...args),
      }),
    onSignedOut: authChannel.onSignedOut,
  })
  if (!isDone) throw new Error('something still waits to be sent')
}

/** Finds the owner key of the user whose sign-in is persisted on this device; undefined when there is none. */
export async function findPersistedOwner(): Promise<string | undefined> {
  const signIn = await persistentSignInStore.read()
  return signIn && getOwnerKey(signIn.user.id)
}
