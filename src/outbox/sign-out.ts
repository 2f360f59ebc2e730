import { queueSuspender } from './device.ts'
import { outbox, getCurrentOwner } from './page-outbox.ts'
import { outboxChannel } from './outbox-channel.ts'

/** Whether the user's unsent entries stay on the device or are deleted at sign-out. */
export type SignOutChoice = 'keep' | 'delete'

/** Delay of the second clearing in milliseconds. It also catches drafts whose write was still running at the first. */
const secondClearingDelayMs = 4000

/** Returns whether this device can seal data. WebCrypto needs https. */
export const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined

/** Counts the unsent entries of the signed-in user; 0 without one, undefined when the store fails. */
export async function countUnsent(): Promise<number | undefined> {
  const owner = getCurrentOwner()
  return owner === undefined ? 0 : outbox.countUnsent(owner).catch(() => undefined)
}

/**
 * Signs out, and removes the user's data from the device. With `keep` unsent entries stay, sealed until the user returns.
 * @param signOut ends the sign-in. Data is sealed or removed after it, when nothing uses it any more. When it fails,
 *   nothing is removed and the error is thrown
 * @param owner owner key of the user who signs out. Nothing happens when another user is signed in by now
 */
export async function signOutWith(
  choice: SignOutChoice,
  signOut: () => unknown,
  owner = getCurrentOwner(),
): Promise<void> {
  if (getCurrentOwner() !== owner) return
  await signOut()
  if (owner === undefined) return
  outbox.clearAll()
  await clearDevice(owner, choice)
  setTimeout(() => {
    // The same user may have signed in again.
    if (getCurrentOwner() !== owner) void clearDevice(owner, choice)
  }, secondClearingDelayMs)
}

async function clearDevice(owner: string, choice: SignOutChoice): Promise<void> {
  const clearing =
    choice === 'keep'
      ? queueSuspender.removeDrafts(owner).then(() => queueSuspender.suspend(owner))
      : queueSuspender.remove(owner)
  // When the store fails, the second clearing tries again, and after that the next start of the app.
  await clearing.catch(() => undefined)
  outboxChannel.notifyChanged()
}

/** Suspends the queues of users who closed the app without signing out. Their drafts stay; they are sealed already. */
export async function suspendOutbox(shouldSuspend: (owner: string) => boolean): Promise<void> {
  for (const owner of await queueSuspender.listOwners()) {
    if (shouldSuspend(owner)) await queueSuspender.suspend(owner)
  }
  outboxChannel.notifyChanged()
}
