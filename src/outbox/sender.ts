import type { HttpClient } from '#lib/http/client.ts'
import { deliver } from './deliver.ts'
import { leaseMs, retryDelay } from './delays.ts'
import type { Queue, StoredEntry, Told } from './entry.ts'
import { fileKey } from './places.ts'
import { nextDueAt, pick, renew, type Picker } from './queue/pick.ts'
import { noteUpload, settle, type Outcome, type Settlement } from './queue/settle.ts'
import type { QueueStore } from './queue-store.ts'
import type { SealedBytes, Sealer } from './sealing.ts'
import type { KeyedStore } from './store.ts'

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
export interface Person {
  /** Name under which their things lie on the device. */
  owner: string
  /** False until it is known that the token is theirs: with another's, their entries would go out in another's name. */
  isSure: boolean
}

/** What a sender works with. */
export interface SenderParts {
  store: KeyedStore
  queues: QueueStore
  sealerOf: (owner: string) => Sealer
  http: Pick<HttpClient, 'post'>
  clock: Clock
  locks: Locks
  newId: () => string
  random: () => number
  /** Who is signed in; undefined when nobody is. */
  person: () => Person | undefined
  /** Asks the server whose the token is. */
  confirm: () => Promise<unknown>
  /** True while every call is sure to fail: then none is tried, and no try is counted. */
  isCut?: () => boolean
  /** Told of every entry that the server took. */
  onDone?: (entry: StoredEntry) => void
  /** Wraps a sending: no reload meanwhile. */
  during?: <T>(work: Promise<T>) => Promise<T>
}

/** Sends what waits. */
export interface Sender {
  /** There may be something to send. Settles when what can be sent has been. */
  wake: () => Promise<void>
}

/** Makes the sender of one page, or of the worker. */
export function createSender(parts: SenderParts): Sender {
  const { clock, locks, queues } = parts
  const holder = parts.newId()
  let running: Promise<void> | undefined
  let isAsked = false
  let stopTimer: (() => void) | undefined

  const sendAll = async (owner: string, locked: boolean) => {
    for (;;) {
      const picker: Picker = { nowMs: clock.nowMs(), holder, locked }
      if (!isSurely(parts, owner) || parts.isCut?.()) return
      const entry = await queues.change(owner, (queue) => {
        const picked = pick(queue, picker)
        return { queue: picked.queue, result: picked.entry }
      })
      if (!entry) return plan(await queues.read(owner), picker)
      await (parts.during ?? itself)(sendOne(parts, owner, entry, picker))
    }
  }
  const plan = (queue: Queue, picker: Picker) => {
    const dueAtMs = nextDueAt(queue, picker)
    if (dueAtMs === undefined) stopTimer?.()
    else lookAgain(Math.max(0, dueAtMs - clock.nowMs()))
  }
  const lookAgain = (afterMs: number) => {
    stopTimer?.()
    stopTimer = clock.after(afterMs, () => void sender.wake())
  }
  const look = async () => {
    const owner = parts.person()?.owner
    if (owner === undefined || parts.isCut?.()) return
    const picker: Picker = { nowMs: clock.nowMs(), holder, locked: false }
    if (nextDueAt(await queues.read(owner), picker) === undefined) return
    if (!isSurely(parts, owner)) await parts.confirm()
    if (isSurely(parts, owner)) return locks.alone(`outbox:${owner}`, (locked) => sendAll(owner, locked))
    lookAgain(confirmAgainMs)
  }
  const run = async () => {
    while (isAsked) {
      isAsked = false
      // A store that does not answer is asked again with the next occasion.
      await look().catch(() => undefined)
    }
  }
  const sender: Sender = {
    wake() {
      isAsked = true
      running ??= run().finally(() => {
        running = undefined
        // Asked in the moment between the last look and this one.
        if (isAsked) void sender.wake()
      })
      return running
    },
  }
  return sender
}

/** How soon it is asked again whose the token is, while the server does not answer, in milliseconds. */
const confirmAgainMs = 30_000

export function isSurely({ person }: Pick<SenderParts, 'person'>, owner: string): boolean {
  const now = person()
  return now?.isSure === true && now.owner === owner
}

const itself = <T>(work: Promise<T>): Promise<T> => work

async function sendOne(parts: SenderParts, owner: string, entry: StoredEntry, picker: Picker): Promise<void> {
  const { store, queues, http, clock } = parts
  const sealer = parts.sealerOf(owner)
  const change = (step: (queue: Queue) => Queue) =>
    queues.change(owner, (queue) => ({ queue: step(queue), result: undefined }))
  const stopRenewing = keepRenewing(clock, () =>
    change((queue) => renew(queue, entry.id, { ...picker, nowMs: clock.nowMs() })),
  )
  try {
    const content = await sealer.open(entry.content)
    const readFile = async (index: number) => {
      const meta = entry.files[index]
      const [file] = meta ? await store.read<SealedBytes>([fileKey(owner, meta)]) : []
      const bytes = file && (await sealer.openBytes(file))
      return bytes && new Blob([bytes])
    }
    const outcome = content
      ? await deliver(http, {
          entry,
          content,
          readFile,
          noteUpload: (index, no) => change((queue) => noteUpload(queue, entry.id, index, no)),
          isStillTheirs: () => isSurely(parts, owner),
        })
      : unreadable
    const end = await toSettlement(outcome, entry, sealer, parts.random)
    await change((queue) => settle(queue, entry.id, entry.key, end, clock.nowMs()))
    if (end.kind === 'done') parts.onDone?.({ ...entry, state: 'done', serverRef: end.ref })
  } finally {
    stopRenewing()
  }
}

/** The key on this device is gone: what was typed cannot be sent, and its person must know. */
const unreadable: Outcome = {
  kind: 'rejected',
  trouble: { key: 'content.gone' },
  told: { msg: '', problems: [] },
}

/** Renews a lease in time, as long as its sending lasts. */
function keepRenewing(clock: Clock, renewNow: () => Promise<void>): () => void {
  let stop: (() => void) | undefined
  const again = () => {
    stop = clock.after(leaseMs / 3, () => {
      renewNow().catch(() => undefined)
      again()
    })
  }
  again()
  return () => stop?.()
}

/** How long an entry rests before the token that was refused is tried once more, should it still be there. */
const authRestMs = 30_000

async function toSettlement(
  outcome: Outcome,
  { tries }: StoredEntry,
  sealer: Sealer,
  random: () => number,
): Promise<Settlement> {
  switch (outcome.kind) {
    case 'done':
      return outcome
    case 'needs_auth':
      return { kind: 'needs_auth', delayMs: authRestMs }
    case 'wait': {
      const { trouble, retryAfterMs } = outcome
      return { kind: 'wait', trouble, delayMs: retryDelay(tries, retryAfterMs, random) }
    }
    default:
      return { ...outcome, told: await sealer.seal<Told>(outcome.told) }
  }
}
