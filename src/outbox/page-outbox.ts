import { api } from '#lib/api.ts'
import { trackWork } from '#lib/unsaved-work.ts'
import { connectivity } from '#lib/connectivity.ts'
import { waitForPaint } from '#lib/wait-for-paint.ts'
import { getOwnerKey } from '#lib/user-storage-keys.ts'
import { authStore } from '#lib/auth.ts'
import { requestBackgroundSync } from './request-background-sync.ts'
import { drafts, senderDeps } from './device.ts'
import { createDraftWriter } from './draft-writer.ts'
import { NotStoredError } from './not-stored-error.ts'
import { createOutbox } from './outbox.ts'
import type { SignedInUser } from './outbox-deps.ts'
import { retryOnKeyChange } from './retry-on-key-change.ts'

let confirmPerson: () => Promise<unknown> = async () => undefined

/** Says how the server is asked whose the token is; the app does, once, at its start. */
export function setTokenCheck(confirm: () => Promise<unknown>): void {
  confirmPerson = confirm
}

/** Name under which the signed-in person's things lie on the device. */
export function getCurrentOwner(): string | undefined {
  const { id } = authStore.getUser()
  return id === undefined ? undefined : getOwnerKey(id)
}

function person(): SignedInUser | undefined {
  const owner = getCurrentOwner()
  return owner === undefined ? undefined : { owner, isSure: authStore.isUserOfToken() }
}

/** The page's one outbox. */
export const outbox = createOutbox({
  ...senderDeps,
  http: api,
  person,
  confirm: () => confirmPerson(),
  isCut: connectivity.isCut,
  during: trackWork,
  onWaiting: requestBackgroundSync,
  untilSaid: waitForPaint,
})

/**
 * What is typed and not sent yet, as forms use it. It is written for whoever is signed in at that moment: what somebody typed
 * who has gone meanwhile is gone, too.
 */
export const draftWriter = createDraftWriter({
  ...drafts,
  async save(owner, ...draft) {
    if (getCurrentOwner() !== owner) throw new NotStoredError('nobody')
    await retryOnKeyChange({ ...senderDeps, person }, owner, () => drafts.save(owner, ...draft))
  },
})
