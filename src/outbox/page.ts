import { api } from '#lib/api.ts'
import { whileBusy } from '#lib/busy.ts'
import { connectivity } from '#lib/connectivity.ts'
import { nextPaint } from '#lib/next-paint.ts'
import { ownerOfUser } from '#lib/owner.ts'
import { session } from '#lib/session.ts'
import { askForSync } from './ask-for-sync.ts'
import { drafts, senderParts } from './device.ts'
import { createDraftSlots } from './draft-slots.ts'
import { NotStored } from './not-stored.ts'
import { createOutbox } from './outbox.ts'
import type { Person } from './sender-parts.ts'
import { withLastKey } from './with-last-key.ts'

let confirmPerson: () => Promise<unknown> = async () => undefined

/** Says how the server is asked whose the token is; the app does, once, at its start. */
export function setConfirm(confirm: () => Promise<unknown>): void {
  confirmPerson = confirm
}

/** Name under which the signed-in person's things lie on the device. */
export function ownerNow(): string | undefined {
  const { id } = session.getUser()
  return id === undefined ? undefined : ownerOfUser(id)
}

function person(): Person | undefined {
  const owner = ownerNow()
  return owner === undefined ? undefined : { owner, isSure: session.isUserOfToken() }
}

/** The page's one outbox. */
export const outbox = createOutbox({
  ...senderParts,
  http: api,
  person,
  confirm: () => confirmPerson(),
  isCut: connectivity.isCut,
  during: whileBusy,
  onWaiting: askForSync,
  untilSaid: nextPaint,
})

/**
 * What is typed and not sent yet, as forms use it. It is written for whoever is signed in at that moment: what somebody typed
 * who has gone meanwhile is gone, too.
 */
export const draftSlots = createDraftSlots({
  ...drafts,
  async save(owner, ...draft) {
    if (ownerNow() !== owner) throw new NotStored('nobody')
    await withLastKey({ ...senderParts, person }, owner, () => drafts.save(owner, ...draft))
  },
})
