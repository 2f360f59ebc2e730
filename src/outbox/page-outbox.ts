import { api } from '#platform/api.ts'
import { trackWork } from '#platform/unsaved-work.ts'
import { connectivity } from '#platform/connectivity.ts'
import { waitForPaint } from '#platform/wait-for-paint.ts'
import { getOwnerKey } from '#platform/user-storage-keys.ts'
import { authStore } from '#platform/auth.ts'
import { requestBackgroundSync } from './request-background-sync.ts'
import { drafts, senderDeps } from './device.ts'
import { createDraftWriter } from './draft-writer.ts'
import { NotStoredError } from './not-stored-error.ts'
import { createOutbox } from './outbox.ts'
import type { SignedInUser } from './outbox-deps.ts'
import { retryOnKeyChange } from './retry-on-key-change.ts'

let confirmUser: () => Promise<unknown> = async () => undefined

/** Sets the function that fetches the token's user. The app calls this once, at its start. */
export function setTokenCheck(confirm: () => Promise<unknown>): void {
  confirmUser = confirm
}

/** Returns the owner key of the signed-in user, if any. */
export function getCurrentOwner(): string | undefined {
  const { id } = authStore.getUser()
  return id === undefined ? undefined : getOwnerKey(id)
}

function getSignedInUser(): SignedInUser | undefined {
  const owner = getCurrentOwner()
  return owner === undefined ? undefined : { owner, isConfirmed: authStore.isUserOfToken() }
}

/** The page's one outbox. */
export const outbox = createOutbox({
  ...senderDeps,
  http: api,
  getUser: getSignedInUser,
  confirmUser: () => confirmUser(),
  hasNoNetwork: connectivity.hasNoNetwork,
  trackWork,
  onStored: requestBackgroundSync,
  waitForPaint,
})

/**
 * The draft writer of this page. It writes drafts of the signed-in user only, so input that was not written before a
 * sign-out is lost.
 */
export const draftWriter = createDraftWriter({
  ...drafts,
  async save(owner, ...draft) {
    if (getCurrentOwner() !== owner) throw new NotStoredError('nobody')
    await retryOnKeyChange({ ...senderDeps, getUser: getSignedInUser }, owner, () =>
      drafts.save(owner, ...draft),
    )
  },
})
