import { api } from '#lib/api.ts'
import { whileBusy } from '#lib/busy.ts'
import { connectivity } from '#lib/connectivity.ts'
import { nextPaint } from '#lib/next-paint.ts'
import { ownerOfUser } from '#lib/owner.ts'
import { session } from '#lib/session.ts'
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
  const { id } = session.getUser()
  return id === undefined ? undefined : ownerOfUser(id)
}

function person(): SignedInUser | undefined {
  const owner = getCurrentOwner()
  return owner === undefined ? undefined : { owner, isSure: session.isUserOfToken() }
}

/** The page's one outbox. */
export const outbox = createOutbox({
  ...senderDeps,
  http: api,
  person,
  confirm: () => confirmPerson(),
  isCut: connectivity.isCut,
  during: whileBusy,
  onWaiting: requestBackgroundSync,
  untilSaid: nextPaint,
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
