import { paths, type CurrentUser } from '#contract/api.ts'
import type { HttpClient } from '#platform/http/client.ts'
import { isStatusOk } from '#platform/http/response.ts'
import { ApiError } from '#platform/http/errors.ts'
import type { PersistentSignIn, PersistentSignInStore } from '#platform/persistent-sign-in.ts'
import { getOwnerKey } from '#platform/user-storage-keys.ts'
import { maxReconnectJitterMs } from './timing.ts'
import { getNextDueAt } from './queue/lease.ts'
import { createSender } from './sender.ts'
import type { SignedInUser, SenderDeps } from './outbox-deps.ts'

/** Dependencies of the sender in the service worker. */
export interface BackgroundSendDeps extends Omit<
  SenderDeps,
  'http' | 'getUser' | 'confirmUser' | 'hasNoNetwork' | 'trackWork' | 'onStored'
> {
  signIns: Pick<PersistentSignInStore, 'read'>
  /** Creates an HTTP client that authenticates with the token. */
  createClient: (token: string) => Pick<HttpClient, 'get' | 'post'>
  /** Calls back when a user signs out in a tab. */
  onSignedOut: (listener: (userId: string) => void) => void
}

/** Timeout of the request that finds the user of a token, in milliseconds. */
const tokenCheckTimeoutMs = 8000

/**
 * Sends the pending entries of the user whose sign-in is persisted on this device. The worker has no token of other users.
 * @returns false when entries remain that another sync event may send
 */
export async function sendPendingEntries(deps: BackgroundSendDeps): Promise<boolean> {
  const { signIns, clock, locks, random, queues } = deps
  const signIn = await signIns.read()
  if (!signIn) return true
  const owner = getOwnerKey(signIn.user.id)
  /** Undefined from the moment at which nothing may be sent for this user any more. */
  let user: SignedInUser | undefined = { owner, isConfirmed: false }
  deps.onSignedOut((userId) => {
    if (userId === signIn.user.id) user = undefined
  })
  const http = deps.createClient(signIn.token)
  const sender = createSender({
    ...deps,
    http,
    getUser: () => user,
    async confirmUser() {
      const tokenUserId = await findTokenUserId(http)
      user = tokenUserId === signIn.user.id && user ? { owner, isConfirmed: true } : undefined
    },
    async trackWork(work) {
      const result = await work
      // The user may have signed out, or another user in, in a tab that has closed since.
      if (!isSameSignIn(await signIns.read(), signIn)) user = undefined
      return result
    },
  })
  // A random delay, as in the pages: all phones of a hall find the network at the same moment.
  await new Promise<void>((resolve) => clock.after(random() * maxReconnectJitterMs, resolve))
  // Waits for a page that is sending now: afterwards there may be nothing left to send.
  await locks.request(`outbox:${owner}`, async () => undefined)
  try {
    await sender.wake()
    // No sender has an empty id, so entries that another sender has leased count as not due yet.
    const leaseHolder = { nowMs: clock.nowMs(), holder: '', locked: false }
    return user === undefined || getNextDueAt(await queues.read(owner), leaseHolder) === undefined
  } finally {
    // Timers that still fire must not send: the next sync event checks again who is signed in.
    user = undefined
  }
}

/**
 * Fetches the id of the token's user. Returns undefined when the server no longer accepts the token, or when it still
 * requires the second factor.
 */
async function findTokenUserId(http: Pick<HttpClient, 'get'>): Promise<string | undefined> {
  try {
    const options = { limitMs: tokenCheckTimeoutMs, accepts: isStatusOk }
    const { id, secondFactor } = (await http.get(paths.currentUser, undefined, options)) as CurrentUser
    return secondFactor ? undefined : id
  } catch (error) {
    // A 401 without an error key comes from a proxy and says nothing about the token.
    if (error instanceof ApiError && error.key !== undefined && error.status === 401) return undefined
    throw error
  }
}

const isSameSignIn = (current: PersistentSignIn | undefined, { token }: PersistentSignIn): boolean =>
  current?.token === token
