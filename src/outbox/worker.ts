import { createHttpClient } from '#lib/http/client.ts'
import { keptSignIns } from '#lib/kept-sign-in.ts'
import { ownerOfUser } from '#lib/owner.ts'
import { sessionTabs } from '#lib/session-tabs.ts'
import { senderParts } from './device.ts'
import type { SyncTask } from './sync-task.ts'
import { sendWaiting } from './worker-sending.ts'

export { sealerOf } from '#lib/device-store/on-this-device.ts'
export type { Sealed } from '#lib/device-store/sealing.ts'
export { toSyncTask } from './sync-task.ts'

// The door of the outbox, and of what it knows of the person, for the service worker.

/**
 * Sends what waits while no page may be open.
 * @throws Error when something is left that another try may send: the browser then tries again by itself
 */
export async function sendFromWorker({ apiPath, locale }: SyncTask): Promise<void> {
  const isDone = await sendWaiting({
    ...senderParts,
    kept: keptSignIns,
    connect: (token) =>
      createHttpClient({
        baseUrl: location.origin + apiPath,
        getToken: () => token,
        getLocale: () => locale,
        fetch: (...args) => fetch(...args),
      }),
    onSignedOut: sessionTabs.onSignedOut,
  })
  if (!isDone) throw new Error('something still waits to be sent')
}

/** Whose sign-in this device keeps, by the short name that stands in storage keys; undefined when nobody's. */
export async function findKeptOwner(): Promise<string | undefined> {
  const kept = await keptSignIns.read()
  return kept && ownerOfUser(kept.user.id)
}
