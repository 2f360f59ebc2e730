import { connectivity } from '#lib/connectivity.ts'
import { authStore } from '#lib/auth.ts'
import { maxReconnectJitterMs } from './timing.ts'
import { subscribeToAttentionCount } from './use-outbox.ts'
import { outbox, getCurrentOwner, setTokenCheck } from './page-outbox.ts'
import { outboxChannel, type DoneEntry } from './outbox-channel.ts'

/** How often receipts and old entries are looked at while the app is open, in milliseconds. */
const ageEveryMs = 60 * 60_000

/** What the app gives the outbox at its start. */
export interface OutboxStart {
  /** Asks the server whose the token is. */
  confirm: () => Promise<unknown>
  /** The server took an entry, of this tab or another one. */
  onDone: (entry: DoneEntry) => void
  /** How many entries need the person. */
  onNeeds: (count: number) => void
}

/**
 * Begins to send what waits, and does so again at every occasion: a network that is back, a page that is looked at, a
 * person who signs in. What waits for its own time has the sender's timer.
 */
export function startOutbox({ confirm, onDone, onNeeds }: OutboxStart): void {
  setTokenCheck(confirm)
  outboxChannel.onDone(onDone)
  subscribeToAttentionCount(onNeeds)
  let wasOffline = connectivity.isOffline()
  connectivity.subscribe(() => {
    const isOffline = connectivity.isOffline()
    // Single answers come and go on a bad line, which the others' waits must outlast.
    if (wasOffline && !isOffline) sendSoon(outbox.sendAgain)
    wasOffline = isOffline
  })
  addEventListener('online', () => sendSoon(outbox.sendNow))
  addEventListener('pageshow', () => void sendDue())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void sendDue()
  })
  let wasSure = authStore.isUserOfToken()
  authStore.subscribe(() => {
    const isSure = authStore.isUserOfToken()
    if (isSure && !wasSure) void sendDue()
    wasSure = isSure
  })
  setInterval(() => void age(), ageEveryMs)
  void age().then(sendDue)
}

/** A device that does not answer is asked again at the next occasion. */
async function attempt(work: () => Promise<void>): Promise<void> {
  if (getCurrentOwner() !== undefined) await work().catch(() => undefined)
}

const sendDue = (): Promise<void> => attempt(outbox.sendNow)

const age = (): Promise<void> => attempt(outbox.age)

let soon: { send: () => Promise<void> } | undefined

/** A hall of phones finds the network at the same moment: each waits a little, at random. */
function sendSoon(send: () => Promise<void>): void {
  if (soon) {
    // What tries everything says more than a single answer.
    if (send === outbox.sendNow) soon.send = send
    return
  }
  const planned = { send }
  soon = planned
  setTimeout(() => {
    soon = undefined
    void attempt(planned.send)
  }, Math.random() * maxReconnectJitterMs)
}
