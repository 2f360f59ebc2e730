import { api } from '#lib/api.ts'
import { whileBusy } from '#lib/busy.ts'
import { connectivity } from '#lib/connectivity.ts'
import { newId } from '#lib/new-id.ts'
import { outboxDatabase } from '#lib/outbox-database.ts'
import { ownerOfUser } from '#lib/owner.ts'
import { session } from '#lib/session.ts'
import { createDraftSlots } from './draft-slots.ts'
import { createDrafts } from './drafts.ts'
import { openIndexedDb } from './indexed-db.ts'
import { createOutbox } from './outbox.ts'
import { createParking } from './parking.ts'
import { createQueueStore } from './queue-store.ts'
import { createSealer, type Sealer } from './sealing.ts'
import type { Clock, Locks } from './sender-parts.ts'
import { tabs } from './tabs.ts'

const clock: Clock = {
  nowMs: Date.now,
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

/** Browsers have locks where they have https. */
const locks: Locks = {
  alone: (name, work) =>
    'locks' in navigator ? navigator.locks.request(name, () => work(true)) : work(false),
}

/** What seals for a person on this device. `crypto.subtle` is missing on plain http. */
export const sealerOf = (owner: string): Sealer => createSealer(store, owner, globalThis.crypto?.subtle)

/** The app's database of what waits: entries, their files, drafts, and the keys that seal them. */
export const store = openIndexedDb(outboxDatabase)

let confirmPerson: () => Promise<unknown> = async () => undefined

/** Says how the server is asked whose the token is; the app does, once, at its start. */
export function setConfirm(confirm: () => Promise<unknown>): void {
  confirmPerson = confirm
}

/** What happens to the things of people who leave. */
export const parking = createParking(store, sealerOf)

/** The queues of this device. */
export const queues = createQueueStore(store, parking, () => tabs.tellChanged())

/** Name under which the signed-in person's things lie on the device. */
export function ownerNow(): string | undefined {
  const { id } = session.getUser()
  return id === undefined ? undefined : ownerOfUser(id)
}

/** The page's one outbox. */
export const outbox = createOutbox({
  store,
  queues,
  sealerOf,
  http: api,
  clock,
  locks,
  newId,
  random: Math.random,
  person() {
    const owner = ownerNow()
    return owner === undefined ? undefined : { owner, isSure: session.isUserOfToken() }
  },
  confirm: () => confirmPerson(),
  park: (owner) => parking.park(owner),
  dropDraft: (owner, form, handedInAtMs) => drafts.dropHandedIn(owner, form, handedInAtMs),
  onDone: ({ module, entityId }) => tabs.tellDone({ module, entityId }),
  isCut: connectivity.isCut,
  during: whileBusy,
})

const drafts = createDrafts(store, sealerOf, newId)

/** What is typed and not sent yet. */
export const draftSlots = createDraftSlots(drafts)
