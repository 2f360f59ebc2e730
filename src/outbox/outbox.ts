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
 * The queue of whoever is signed in, and what a person can do with it. Whatever a person does throws NotStoredError when the
 * device does not keep it.
 */
export interface Outbox extends Pick<EntryMapper, 'list'> {
  /**
   * Keeps a submission on the device, and begins to send it. Where the device keeps nothing it is sent at once instead.
   * @returns the entry: `queued` when it is kept, `done` or `rejected` when it was sent without being kept
   * @throws NotStoredError when the device could keep nothing and the server did not answer; the form stays open
   */
  submit: (submission: Submission) => Promise<OutboxEntry>
  /**
   * Changes what an entry says; the answer is a follow-up of it when the server may have taken the first already.
   * @param files those of the entry stay when absent
   */
  revise: (id: string, body: Submission['body'], files?: Submission['files']) => Promise<OutboxEntry>
  /** False while it is being sent. */
  discard: (id: string) => Promise<boolean>
  /** As if it had never been done. False when it went out: then the server may have taken it. */
  takeBack: (id: string) => Promise<boolean>
  keepMine: (id: string) => Promise<void>
  takeTheirs: (id: string) => Promise<void>
  /** Where the same was changed here and there: only these fields of the entry are sent, the others stay as they are there. */
  keepSome: (id: string, fields: readonly string[]) => Promise<void>
  /** Sends what had become too old, after all. */
  resend: (id: string) => Promise<void>
  /** Tries at once what waits for its next try, unless the server asked to wait. */
  sendNow: () => Promise<void>
  /** There may be something to send. */
  wake: () => Promise<void>
  /** Lets old receipts go and stops what is too old. */
  age: () => Promise<void>
  /** How many entries have not gone out, those of other versions of the app among them. @throws StoreError */
  countUnsent: (owner: string) => Promise<number>
  /** Nothing that was opened stays in memory: its person is not signed in any more. */
  forgetOpened: () => void
  /** Its person has signed out: not even what could not be kept stays in memory. */
  forget: () => void
  /** As `sendNow`, but what failed several times keeps to its own time. */
  sendAgain: () => Promise<void>
}

/** What an outbox works with. */
export interface OutboxDeps extends SenderDeps {
  /** Settles when the screen has said what was just kept. */
  untilSaid: () => Promise<void>
}

/** Makes the outbox over a store, a way to send, a clock, ids and locks. It knows no page. */
export function createOutbox(parts: OutboxDeps): Outbox {
  const { queues, sealerOf, clock, newId } = parts
  const sender = createSender(parts)
  const views = createEntryMapper(queues, sealerOf, clock)

  const getOwner = () => {
    const person = parts.person()
    if (!person) throw new NotStoredError('nobody')
    return person.owner
  }
  const sendSoon = () => void sendAfterwards(parts, sender)
  const runExclusive = createMutex()
  const { change, remove, changeAndSend } = createChanges({ queues, getOwner, runExclusive, sendSoon })
  const keep: StoreEntry = async (owner, fresh, { typed, put, sealedWith }) => {
    const add = (queue: EntryQueue) => {
      const { queue: next, entry } = enqueue(queue, fresh)
      return { queue: next, result: entry, put: entry ? put : [] }
    }
    const kept = await queues.change(owner, add, sealedWith)
    sendSoon()
    return views.toView(kept ?? takenBack(fresh, clock.nowMs()), typed)
  }
  const submitting = createSubmit({ ...parts, runExclusive }, views, keep)
  const reviseNow = createRevise(parts, views, sendSoon)
  const mergeNow = createMerge(parts, sendSoon)
  const forgetOpened = () => {
    views.forget()
    parts.forgetKeys()
  }
  const choose = async (id: string, step: typeof acceptRemote) => {
    const version = await wrapStoreError(findServerVersion(parts, getOwner(), id))
    await changeAndSend((queue) => step(queue, id, version))
  }

  return {
    list: views.list,
    submit: async (submission) => submitting.submit(getOwner(), submission),
    async revise(id, body, files) {
      const owner = getOwner()
      return wrapStoreError(runExclusive(() => reviseNow(owner, id, { body, files })))
    },
    discard: (id) => remove((queue) => discard(queue, id, clock.nowMs())),
    takeBack: (id) => remove((queue) => cancelUnsent(queue, id)),
    keepMine: (id) => choose(id, (queue, one, version) => keepLocal(queue, one, newId(), version)),
    takeTheirs: (id) => choose(id, acceptRemote),
    async keepSome(id, fields) {
      const owner = getOwner()
      if (fields.length === 0) await choose(id, acceptRemote)
      else await wrapStoreError(runExclusive(() => mergeNow(owner, id, fields)))
    },
    resend: (id) => changeAndSend((queue) => retryExpired(queue, id, clock.nowMs())),
    async sendNow() {
      await change((queue) => scheduleNow(queue))
      await sender.wake()
    },
    async sendAgain() {
      await change((queue) => scheduleNow(queue, overdueAfterAttempts))
      await sender.wake()
    },
    wake: sender.wake,
    async age() {
      const forms = await wrapStoreError(listDraftedForms(parts.store, getOwner()))
      await change((queue) => expireEntries(queue, clock.nowMs(), forms))
    },
    async countUnsent(owner) {
      const { entries } = await queues.read(owner)
      return countVisibleEntries(entries.filter(({ state }) => state !== 'done'))
    },
    forgetOpened,
    forget() {
      forgetOpened()
      submitting.forget()
    },
  }
}

/** Sends what a person has just submitted, after the screen has said that it is stored. */
async function sendAfterwards(parts: OutboxDeps, sender: Pick<Outbox, 'wake'>): Promise<void> {
  await parts.untilSaid()
  parts.onWaiting?.()
  await sender.wake()
}

interface ChangesDeps extends Pick<OutboxDeps, 'queues'> {
  getOwner: () => string
  runExclusive: RunExclusive
  sendSoon: () => void
}

/** Creates the functions that change the queue of the signed-in person. */
function createChanges({ queues, getOwner, runExclusive, sendSoon }: ChangesDeps) {
  const change = async (step: (queue: EntryQueue) => EntryQueue) =>
    wrapStoreError(queues.change(getOwner(), (queue) => ({ queue: step(queue), result: undefined })))
  /** @param step returns the queue without the entry, or undefined when it is too late to remove it */
  const remove = async (step: (queue: EntryQueue) => EntryQueue | undefined) => {
    const owner = getOwner()
    const write = (queue: EntryQueue) => {
      const left = step(queue)
      return { queue: left ?? queue, result: left !== undefined }
    }
    return wrapStoreError(runExclusive(() => queues.change(owner, write)))
  }
  const changeAndSend = async (step: Parameters<typeof change>[0]) => {
    await runExclusive(() => change(step))
    sendSoon()
  }
  return { change, remove, changeAndSend }
}

/** The version that the server holds of the row that an entry is in conflict with. */
async function findServerVersion(
  { queues, sealerOf }: Pick<OutboxDeps, 'queues' | 'sealerOf'>,
  owner: string,
  id: string,
): Promise<number> {
  const entry = findEntry(await queues.read(owner), id)
  const told = entry?.told && (await sealerOf(owner).open(entry.told))
  return Number(told?.conflict?.current['version'] ?? 0)
}

/** What a cancel and the create that it met leave: nothing has to be sent. */
function takenBack(fresh: NewEntry, nowMs: number): StoredEntry {
  const { entry } = enqueue(undefined, fresh)
  if (!entry) throw new NotStoredError('no_entry')
  return { ...entry, state: 'done', doneAtMs: nowMs }
}
