import { overdueAfterAttempts } from './timing.ts'
import { listDraftedForms } from './drafts.ts'
import {
  countVisibleEntries,
  type OutboxEntry,
  type EntryQueue,
  type StoredEntry,
  type Submission,
} from './entry.ts'
import { createMerge } from './merge.ts'
import { createMutex, type RunExclusive } from './mutex.ts'
import { NotStoredError, wrapStoreError } from './not-stored-error.ts'
import { expireEntries } from './queue/expire.ts'
import { discard, keepLocal, scheduleNow, retryExpired, cancelUnsent, acceptRemote } from './queue/amend.ts'
import { findEntry } from './queue/dependencies.ts'
import { enqueue, type NewEntry } from './queue/enqueue.ts'
import { createRevise } from './revise.ts'
import { createSender } from './sender.ts'
import type { SenderDeps } from './outbox-deps.ts'
import { createSubmit, type StoreEntry } from './submit.ts'
import { createEntryMapper, type EntryMapper } from './entry-mapper.ts'

/**
 * The queue of the signed-in user. Every operation on it throws NotStoredError when the device cannot store the change.
 */
export interface Outbox extends Pick<EntryMapper, 'list'> {
  /**
   * Stores a submission on the device and starts to send it. Where the device cannot store it, sends it at once.
   * @returns the entry: `queued` when it is stored, `done` or `rejected` when it was sent without being stored
   * @throws NotStoredError when the device could not store it and the server did not respond; the form stays open
   */
  submit: (submission: Submission) => Promise<OutboxEntry>
  /**
   * Changes the content of an entry. When the server may have taken the entry already, returns a follow-up entry.
   * @param files replace those of the entry; when absent, they stay
   */
  revise: (id: string, body: Submission['body'], files?: Submission['files']) => Promise<OutboxEntry>
  /** Removes an entry and those that depend on it. Resolves to false while it is being sent. */
  discard: (id: string) => Promise<boolean>
  /** Removes an entry that was never sent. Resolves to false when an attempt was made: the server may have taken it. */
  cancel: (id: string) => Promise<boolean>
  /** Resolves a conflict: sends the entry over the server's version. */
  keepLocal: (id: string) => Promise<void>
  /** Resolves a conflict: removes the entry, so that the server's version stays. */
  acceptRemote: (id: string) => Promise<void>
  /** Resolves a conflict: sends only these fields of the entry, and leaves the server's other fields. */
  keepFields: (id: string, fields: readonly string[]) => Promise<void>
  /** Sends an expired entry after all. */
  resend: (id: string) => Promise<void>
  /** Sends entries that wait for a retry at once, unless the server sent `Retry-After`. */
  sendNow: () => Promise<void>
  /** Sends the entries that are due. */
  wake: () => Promise<void>
  /** Removes old receipts, and marks entries that are too old as expired. */
  expire: () => Promise<void>
  /** Counts the entries that are not sent, those of other versions of the app included. @throws StoreError */
  countUnsent: (owner: string) => Promise<number>
  /** Removes unsealed content and keys from memory, when another user is signed in by now, or none. */
  clearUnsealed: () => void
  /** As `clearUnsealed`, and also forgets entries that could not be stored. For a sign-out in this page. */
  clearAll: () => void
  /** As `sendNow`, but entries that failed several times keep their own retry time. */
  sendRecentlyFailed: () => Promise<void>
}

/** Dependencies of an outbox. */
export interface OutboxDeps extends SenderDeps {
  /** Settles when the screen has painted the state of the entry that was just stored. */
  waitForPaint: () => Promise<void>
}

/** Creates an outbox. It uses no globals of a page, so that tests can run several. */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { queues, getSealer, clock, newId } = deps
  const sender = createSender(deps)
  const mapper = createEntryMapper(queues, getSealer, clock)

  const getOwner = () => {
    const user = deps.getUser()
    if (!user) throw new NotStoredError('nobody')
    return user.owner
  }
  /** Sends the due entries after the next paint. */
  const sendSoon = () => void sendAfterwards(deps, sender)
  const runExclusive = createMutex()
  const { change, remove, changeAndSend } = createQueueWriters({ queues, getOwner, runExclusive, sendSoon })
  const storeEntry: StoreEntry = async (owner, newEntry, { plainContent, put, sealedWith }) => {
    const add = (queue: EntryQueue) => {
      const { queue: next, entry } = enqueue(queue, newEntry)
      // Without an entry there is nothing that needs the files.
      return { queue: next, result: entry, put: entry ? put : [] }
    }
    const stored = await queues.change(owner, add, sealedWith)
    sendSoon()
    return mapper.toOutboxEntry(stored ?? createCancelledEntry(newEntry, clock.nowMs()), plainContent)
  }
  const submitter = createSubmit({ ...deps, runExclusive }, mapper, storeEntry)
  const reviseNow = createRevise(deps, mapper, sendSoon)
  const mergeNow = createMerge(deps, sendSoon)
  const clearUnsealed = () => {
    mapper.clear()
    deps.forgetKeys()
  }
  /** @param step changes the queue; its version is the server's version of the row */
  const resolveConflict = async (id: string, step: typeof acceptRemote) => {
    const version = await wrapStoreError(findServerVersion(deps, getOwner(), id))
    await changeAndSend((queue) => step(queue, id, version))
  }

  return {
    list: mapper.list,
    submit: async (submission) => submitter.submit(getOwner(), submission),
    async revise(id, body, files) {
      const owner = getOwner()
      return wrapStoreError(runExclusive(() => reviseNow(owner, id, { body, files })))
    },
    discard: (id) => remove((queue) => discard(queue, id, clock.nowMs())),
    cancel: (id) => remove((queue) => cancelUnsent(queue, id)),
    keepLocal: (id) =>
      resolveConflict(id, (queue, entryId, version) => keepLocal(queue, entryId, newId(), version)),
    acceptRemote: (id) => resolveConflict(id, acceptRemote),
    async keepFields(id, fields) {
      const owner = getOwner()
      // Keeping no field of the entry is the same as accepting the server's version.
      if (fields.length === 0) await resolveConflict(id, acceptRemote)
      else await wrapStoreError(runExclusive(() => mergeNow(owner, id, fields)))
    },
    resend: (id) => changeAndSend((queue) => retryExpired(queue, id, clock.nowMs())),
    async sendNow() {
      await change((queue) => scheduleNow(queue))
      await sender.wake()
    },
    async sendRecentlyFailed() {
      await change((queue) => scheduleNow(queue, overdueAfterAttempts))
      await sender.wake()
    },
    wake: sender.wake,
    async expire() {
      const forms = await wrapStoreError(listDraftedForms(deps.store, getOwner()))
      await change((queue) => expireEntries(queue, clock.nowMs(), forms))
    },
    async countUnsent(owner) {
      const { entries } = await queues.read(owner)
      return countVisibleEntries(entries.filter(({ state }) => state !== 'done'))
    },
    clearUnsealed,
    clearAll() {
      clearUnsealed()
      submitter.clearUnstored()
    },
  }
}

/** Sends the entry that the user has just submitted, after the screen shows that it is stored. */
async function sendAfterwards(deps: OutboxDeps, sender: Pick<Outbox, 'wake'>): Promise<void> {
  await deps.waitForPaint()
  deps.onStored?.()
  await sender.wake()
}

/** Dependencies of {@link createQueueWriters}. */
interface QueueWriterDeps extends Pick<OutboxDeps, 'queues'> {
  getOwner: () => string
  runExclusive: RunExclusive
  sendSoon: () => void
}

/** Creates the functions that change the queue of the signed-in user. */
function createQueueWriters({ queues, getOwner, runExclusive, sendSoon }: QueueWriterDeps) {
  const change = async (step: (queue: EntryQueue) => EntryQueue) =>
    wrapStoreError(queues.change(getOwner(), (queue) => ({ queue: step(queue), result: undefined })))
  /** @param step returns the queue without the entry; undefined when it is too late to remove it */
  const remove = async (step: (queue: EntryQueue) => EntryQueue | undefined) => {
    const owner = getOwner()
    const write = (queue: EntryQueue) => {
      const remaining = step(queue)
      return { queue: remaining ?? queue, result: remaining !== undefined }
    }
    return wrapStoreError(runExclusive(() => queues.change(owner, write)))
  }
  const changeAndSend = async (step: Parameters<typeof change>[0]) => {
    await runExclusive(() => change(step))
    sendSoon()
  }
  return { change, remove, changeAndSend }
}

/** Finds the server's version of the row that an entry is in conflict with; 0 when there is no conflict any more. */
async function findServerVersion(
  { queues, getSealer }: Pick<OutboxDeps, 'queues' | 'getSealer'>,
  owner: string,
  id: string,
): Promise<number> {
  const entry = findEntry(await queues.read(owner), id)
  const rejection = entry?.told && (await getSealer(owner).open(entry.told))
  return Number(rejection?.conflict?.current['version'] ?? 0)
}

/** Creates the result of an entry that cancelled out with an unsent one. It counts as done: nothing has to be sent. */
function createCancelledEntry(newEntry: NewEntry, nowMs: number): StoredEntry {
  // Nothing cancels out in an empty queue, so this only fills in the fields of a stored entry.
  const { entry } = enqueue(undefined, newEntry)
  if (!entry) throw new NotStoredError('no_entry')
  return { ...entry, state: 'done', doneAtMs: nowMs }
}
