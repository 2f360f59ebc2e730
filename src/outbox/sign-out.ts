import { queueSuspender } from './device.ts'
import { outbox, getCurrentOwner } from './page-outbox.ts'
import { outboxChannel } from './outbox-channel.ts'

/** What becomes of the things that wait when their person signs out. */
export type SignOutChoice = 'keep' | 'delete'

/** A draft that was on its way to the disk has arrived by then, in milliseconds. */
const againAfterMs = 4000

/** Whether this device can keep something that nobody else can read: not on plain http. */
export const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined

/** How many entries of whoever is signed in have not gone out; undefined when the device does not say. */
export async function countUnsent(): Promise<number | undefined> {
  const owner = getCurrentOwner()
  return owner === undefined ? 0 : outbox.countUnsent(owner).catch(() => undefined)
}

/**
 * Signs out, and leaves nothing of the person on the device but what they want kept, sealed until they return.
 * @param signOut ends the session; what is here is sealed or removed after it, so that nothing of it is used any more.
 *   When it fails everything stays, and so does the failure
 * @param owner who leaves: nothing happens when it is somebody else's session by now
 */
export async function signOutWith(
  choice: SignOutChoice,
  signOut: () => unknown,
  owner = getCurrentOwner(),
): Promise<void> {
  if (getCurrentOwner() !== owner) return
  await signOut()
  if (owner === undefined) return
  outbox.forget()
  await clear(owner, choice)
  setTimeout(() => {
    // The same person may be back already.
    if (getCurrentOwner() !== owner) void clear(owner, choice)
  }, againAfterMs)
}

async function clear(owner: string, choice: SignOutChoice): Promise<void> {
  const cleared =
    choice === 'keep'
      ? queueSuspender.removeDrafts(owner).then(() => queueSuspender.park(owner))
      : queueSuspender.remove(owner)
  // What the device refuses now is tried once more; what still waits then is sealed by the next start.
  await cleared.catch(() => undefined)
  outboxChannel.tellChanged()
}

/** Seals what people left who are gone without signing out. Their drafts stay, sealed already. */
export async function suspendOutbox(isToGo: (owner: string) => boolean): Promise<void> {
  for (const owner of await queueSuspender.owners()) {
    if (isToGo(owner)) await queueSuspender.park(owner)
  }
  outboxChannel.tellChanged()
}
