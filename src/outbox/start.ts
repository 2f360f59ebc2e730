import { connectivity } from '#platform/connectivity.ts'
import { authStore } from '#platform/auth.ts'
import { maxReconnectJitterMs } from './timing.ts'
import { subscribeToAttentionCount } from './use-outbox.ts'
import { outbox, getCurrentOwner, setTokenCheck } from './page-outbox.ts'
import { outboxChannel, type DoneEntry } from './outbox-channel.ts'

/** Interval at which receipts and old entries expire while the app is open, in milliseconds. */
const expiryIntervalMs = 60 * 60_000

/** Callbacks of the app. */
export interface StartOutboxOptions {
  /** Fetches the token's user from the server. */
  confirmUser: () => Promise<unknown>
  /** Called when the server has taken an entry of this tab or of another one. */
  onDone: (entry: DoneEntry) => void
  /** Called with the number of entries that need the user's attention. */
  onAttentionCount: (count: number) => void
}

/**
 * Starts to send pending entries, and sends again when the network returns, the page becomes visible or a user signs in.
 * The sender has its own timer for retries.
 */
export function startOutbox({ confirmUser, onDone, onAttentionCount }: StartOutboxOptions): void {
  setTokenCheck(confirmUser)
  outboxChannel.onDone(onDone)
  subscribeToAttentionCount(onAttentionCount)
  let wasOffline = connectivity.isOffline()
  connectivity.subscribe(() => {
    const isOffline = connectivity.isOffline()
    // A bad connection often returns only for a moment, so entries that failed several times keep their retry time.
    if (wasOffline && !isOffline) sendSoon(outbox.sendRecentlyFailed)
    wasOffline = isOffline
  })
  addEventListener('online', () => sendSoon(outbox.sendNow))
  addEventListener('pageshow', () => void sendAtOnce())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void sendAtOnce()
  })
  let wasConfirmed = authStore.isUserOfToken()
  authStore.subscribe(() => {
    const isConfirmed = authStore.isUserOfToken()
    if (isConfirmed && !wasConfirmed) void sendAtOnce()
    wasConfirmed = isConfirmed
  })
  setInterval(() => void expire(), expiryIntervalMs)
  void expire().then(sendAtOnce)
}

/** Runs work when a user is signed in. When the store fails, the next event tries again. */
async function runIfSignedIn(work: () => Promise<void>): Promise<void> {
  if (getCurrentOwner() !== undefined) await work().catch(() => undefined)
}

/** Sends all due entries and those that wait for a retry, without the random delay of {@link sendSoon}. */
const sendAtOnce = (): Promise<void> => runIfSignedIn(outbox.sendNow)

const expire = (): Promise<void> => runIfSignedIn(outbox.expire)

/** The send that waits for its random delay. */
let scheduled: { send: () => Promise<void> } | undefined

/** Sends after a random delay: all phones of a hall find the network at the same moment. */
function sendSoon(send: () => Promise<void>): void {
  if (scheduled) {
    // `sendNow` includes what `sendRecentlyFailed` sends.
    if (send === outbox.sendNow) scheduled.send = send
    return
  }
  const nextSend = { send }
  scheduled = nextSend
  setTimeout(() => {
    scheduled = undefined
    void runIfSignedIn(nextSend.send)
  }, Math.random() * maxReconnectJitterMs)
}
