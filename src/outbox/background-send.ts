import { paths, type CurrentUser } from '#contract/api.ts'
import type { HttpClient } from '#lib/http/client.ts'
import { isStatusOk } from '#lib/http/envelope.ts'
import { ApiError } from '#lib/http/errors.ts'
import type { PersistentSignIn, PersistentSignInStore } from '#lib/persistent-sign-in.ts'
import { getOwnerKey } from '#lib/user-storage-keys.ts'
import { maxReconnectJitterMs } from './timing.ts'
import { getNextDueAt } from './queue/lease.ts'
import { createSender } from './sender.ts'
import type { SignedInUser, SenderDeps } from './outbox-deps.ts'

/** What the worker sends with. */
export interface BackgroundSendDeps extends Omit<
  SenderDeps,
  'http' | 'person' | 'confirm' | 'isCut' | 'during' | 'onWaiting'
> {
  kept: Pick<PersistentSignInStore, 'read'>
  /** The way to the server of whoever has that token. */
  connect: (token: string) => Pick<HttpClient, 'get' | 'post'>
  /** Calls back when somebody signs out in a tab. */
  onSignedOut: (listener: (userId: string) => void) => void
}

/** Longest wait for the answer to whose the token is, in milliseconds (offline.md 3). */
const readLimitMs = 8000

/**
 * Sends what waits of the person whose sign-in is kept on this device; of others the worker has no token.
 * @returns false when something is left for which it is worth to be woken again
 */
export async function sendPendingEntries(parts: BackgroundSendDeps): Promise<boolean> {
  const { kept, clock, locks, random, queues } = parts
  const signIn = await kept.read()
  if (!signIn) return true
  const owner = getOwnerKey(signIn.user.id)
  let person: SignedInUser | undefined = { owner, isSure: false }
  parts.onSignedOut((userId) => {
    if (userId === signIn.user.id) person = undefined
  })
  const http = parts.connect(signIn.token)
  const sender = createSender({
    ...parts,
    http,
    person: () => person,
    async confirm() {
      const whose = await whoseToken(http)
      person = whose === signIn.user.id && person ? { owner, isSure: true } : undefined
    },
    async during(work) {
      const result = await work
      // Somebody may have signed out, or in over it, in a tab that is closed again.
      if (!isSame(await kept.read(), signIn)) person = undefined
      return result
    },
  })
  // As the pages do: a hall of phones finds the network at the same moment.
  await new Promise<void>((resolve) => clock.after(random() * maxReconnectJitterMs, resolve))
  // A page that is sending ends first: there may be nothing left to ask the server for.
  await locks.alone(`outbox:${owner}`, async () => undefined)
  try {
    await sender.wake()
    const picker = { nowMs: clock.nowMs(), holder: '', locked: false }
    return person === undefined || getNextDueAt(await queues.read(owner), picker) === undefined
  } finally {
    // What was planned for later is for another waking, which looks again who is signed in.
    person = undefined
  }
}

/** Undefined when the server does not know the token any more, or wants its second factor first. */
async function whoseToken(http: Pick<HttpClient, 'get'>): Promise<string | undefined> {
  try {
    const options = { limitMs: readLimitMs, accepts: isStatusOk }
    const { id, secondFactor } = (await http.get(paths.currentUser, undefined, options)) as CurrentUser
    return secondFactor ? undefined : id
  } catch (error) {
    if (error instanceof ApiError && error.key !== undefined && error.status === 401) return undefined
    throw error
  }
}

const isSame = (now: PersistentSignIn | undefined, { token }: PersistentSignIn): boolean =>
  now?.token === token
