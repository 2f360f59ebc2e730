import { api } from '#lib/api.ts'
import { whileBusy } from '#lib/busy.ts'
import { connectivity } from '#lib/connectivity.ts'
import { nextPaint } from '#lib/next-paint.ts'
import { ownerOfUser } from '#lib/owner.ts'
import { session } from '#lib/session.ts'
import { askForSync } from './ask-for-sync.ts'
import { drafts, senderParts } from './device.ts'
import { createDraftSlots } from './draft-slots.ts'
import { createOutbox } from './outbox.ts'

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

/** The page's one outbox. */
export const outbox = createOutbox({
  ...senderParts,
  http: api,
  person() {
    const owner = ownerNow()
    return owner === undefined ? undefined : { owner, isSure: session.isUserOfToken() }
  },
  confirm: () => confirmPerson(),
  isCut: connectivity.isCut,
  during: whileBusy,
  onWaiting: askForSync,
  untilSaid: nextPaint,
})

/** Reads the sealing key of whoever types, so that nothing but the disk is waited for when they send. */
export async function readyKey(owner: string): Promise<void> {
  // A device that does not say it now is asked again then.
  await senderParts
    .sealerOf(owner)
    .lastKey()
    .catch(() => undefined)
}

/** What is typed and not sent yet, as forms use it. */
export const draftSlots = createDraftSlots(drafts)
