import { createHttpClient } from '#lib/http/client.ts'
import { persistentSignInStore } from '#lib/persistent-sign-in.ts'
import { getOwnerKey } from '#lib/user-storage-keys.ts'
import { authChannel } from '#lib/auth-channel.ts'
import { senderDeps } from './device.ts'
import type { SyncTag } from './sync-tag.ts'
import { sendPendingEntries } from './background-send.ts'

export { sealerOf } from '#lib/device-store/on-this-device.ts'
export type { Sealed } from '#lib/device-store/sealing.ts'
export { parseSyncTag } from './sync-tag.ts'

// The door of the outbox, and of what it knows of the person, for the service worker.

/**
 * Sends what waits while no page may be open.
 * @throws Error when something is left that another try may send: the browser then tries again by itself
 */
export async function sendFromWorker({ apiPath, locale }: SyncTag): Promise<void> {
  const isDone = await sendPendingEntries({
    ...senderDeps,
    kept: persistentSignInStore,
    connect: (token) =>
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

/** Whose sign-in this device keeps, by the short name that stands in storage keys; undefined when nobody's. */
export async function findPersistedOwner(): Promise<string | undefined> {
  const kept = await persistentSignInStore.read()
  return kept && getOwnerKey(kept.user.id)
}
