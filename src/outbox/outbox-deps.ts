import type { HttpClient } from '#lib/http/client.ts'
import type { StoredEntry } from './entry.ts'
import type { QueueStore } from './queue-store.ts'
import type { Sealer } from '#lib/device-store/sealing.ts'
import type { KeyValueStore } from '#lib/device-store/store.ts'

/** Time, as the core needs it. */
export interface Clock {
  nowMs: () => number
  /** Calls back later; returns how to call it off. */
  after: (ms: number, work: () => void) => () => void
}

/** One sender at a time over all tabs and the worker. */
export interface Locks {
  /** Runs the work alone; `locked` is false where the browser has no locks and the lease alone guards. */
  alone: <T>(name: string, work: (locked: boolean) => Promise<T>) => Promise<T>
}

/** Who is signed in. */
export interface SignedInUser {
  /** Name under which their things lie on the device. */
  owner: string
  /** False until it is known that the token is theirs: with another's, their entries would go out in another's name. */
  isSure: boolean
}

/** What a sender works with. */
export interface SenderDeps {
  store: KeyValueStore
  queues: QueueStore
  sealerOf: (owner: string) => Sealer
  /** No key stays in memory: its person is not signed in any more. */
  forgetKeys: () => void
  http: Pick<HttpClient, 'post'>
  clock: Clock
  locks: Locks
  newId: () => string
  random: () => number
  /** Who is signed in; undefined when nobody is. */
  person: () => SignedInUser | undefined
  /** Asks the server whose the token is. */
  confirm: () => Promise<unknown>
  /** True while every call is sure to fail: then none is tried, and no try is counted. */
  isCut?: () => boolean
  /** Told when a person has left something to be sent, and it lies on the disk. */
  onWaiting?: () => void
  /** Told of every entry that the server took. */
  onDone?: (entry: StoredEntry) => void
  /** Seals what somebody left who has gone meanwhile. */
  park?: (owner: string) => Promise<void>
  /** Takes the draft of something away that the server took; not what was typed after it was handed in. */
  dropDraft?: (owner: string, form: string, handedInAtMs: number) => Promise<void>
  /** Wraps a sending: no reload meanwhile. */
  during?: <T>(work: Promise<T>) => Promise<T>
}

/** Whether the token is known to be this person's. */
export function isConfirmedUser({ person }: Pick<SenderDeps, 'person'>, owner: string): boolean {
  const now = person()
  return now?.isSure === true && now.owner === owner
}
