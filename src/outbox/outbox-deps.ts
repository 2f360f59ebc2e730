import type { HttpClient } from '#platform/http/client.ts'
import type { StoredEntry } from './entry.ts'
import type { QueueStore } from './queue-store.ts'
import type { Sealer } from '#platform/device-store/sealing.ts'
import type { KeyValueStore } from '#platform/device-store/store.ts'

/** Time and timers. */
export interface Clock {
  nowMs: () => number
  /** Calls back after a delay. Returns the function that cancels the timer. */
  after: (ms: number, work: () => void) => () => void
}

/** Allows one sender at a time over all tabs and the worker. */
export interface Locks {
  /** Runs work with exclusive access; `locked` is false where the browser has no Web Locks and only leases protect. */
  request: <T>(name: string, work: (locked: boolean) => Promise<T>) => Promise<T>
}

/** The signed-in user. */
export interface SignedInUser {
  /** Owner key in the names of storage keys. */
  owner: string
  /** False until the server has confirmed the token's user. Entries must not be sent with another user's token. */
  isConfirmed: boolean
}

/** Dependencies of a sender. */
export interface SenderDeps {
  store: KeyValueStore
  queues: QueueStore
  getSealer: (owner: string) => Sealer
  /** Removes all sealing keys from memory, when the user has signed out. */
  forgetKeys: () => void
  http: Pick<HttpClient, 'post'>
  clock: Clock
  locks: Locks
  /** Creates ids and idempotency keys. */
  newId: () => string
  /** Returns a number from 0 to 1 (exclusive), for random delays. */
  random: () => number
  /** Returns the signed-in user, if any. */
  getUser: () => SignedInUser | undefined
  /** Fetches the token's user from the server. Afterwards `getUser` says whether it is confirmed. */
  confirmUser: () => Promise<unknown>
  /** True while every request is sure to fail: then nothing is sent, and no attempt is counted. */
  hasNoNetwork?: () => boolean
  /** Called when an entry of the user is stored and waits to be sent. */
  onStored?: () => void
  /** Called for every entry that the server has taken. */
  onDone?: (entry: StoredEntry) => void
  /** Suspends the queue of a user who signed out while an entry was being sent. */
  suspend?: (owner: string) => Promise<void>
  /** Removes the draft of an entry that the server has taken, unless the user typed on after submitting it. */
  deleteDraft?: (owner: string, form: string, submittedAtMs: number) => Promise<void>
  /** Marks the page as busy while the work runs, so that it does not reload. */
  trackWork?: <T>(work: Promise<T>) => Promise<T>
}

/** Returns whether the server has confirmed that the token belongs to this owner. */
export function isConfirmedUser({ getUser }: Pick<SenderDeps, 'getUser'>, owner: string): boolean {
  const user = getUser()
  return user?.isConfirmed === true && user.owner === owner
}
