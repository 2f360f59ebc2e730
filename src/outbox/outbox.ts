import { lateAfterTries } from './delays.ts'
import { formsWithDrafts } from './drafts.ts'
import { countGently, type OutboxEntry, type Queue, type StoredEntry, type Submission } from './entry.ts'
import { createMerging } from './merging.ts'
import { createMutex, type RunExclusive } from './mutex.ts'
import { NotStored, orNotStored } from './not-stored.ts'
import { ageQueue } from './queue/age.ts'
import { discard, keepMine, makeDue, resend, takeBack, takeTheirs } from './queue/amend.ts'
import { findEntry } from './queue/chain.ts'
import { enqueue, type NewEntry } from './queue/enqueue.ts'
import { createRevising } from './revising.ts'
import { createSender } from './sender.ts'
import type { SenderParts } from './sender-parts.ts'
import { createSubmitting, type Keep } from './submitting.ts'
import { createViews, type Views } from './views.ts'

/**
 * The queue of whoever is signed in, and what a person can do with it. Whatever a person does throws NotStored when the
 * device does not keep it.
 */
export interface Outbox extends Pick<Views, 'list'> {
  /**
   * Keeps a submission on the device, and begins to send it. Where the device keeps nothing it is sent at once instead.
   * @returns the entry: `queued` when it is kept, `done` or `rejected` when it was sent without being kept
   * @throws NotStored when the device could keep nothing and the server did not answer; the form stays open
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
export interface OutboxParts extends SenderParts {
  /** Settles when the screen has said what was just kept. */
  untilSaid: () => Promise<void>
}

/** Makes the outbox over a store, a way to send, a clock, ids and locks. It knows no page. */
export function createOutbox(parts: OutboxParts): Outbox {
  const { queues, sealerOf, clock, newId } = parts
  const sender = createSender(parts)
  const views = createViews(queues, sealerOf, clock)

  const getOwner = () => {
    const person = parts.person()
    if (!person) throw new NotStored('nobody')
    return person.owner
  }
  const sendSoon = () => void sendAfterwards(parts, sender)
  const runExclusive = createMutex()
  const { change, remove, changeAndSend } = createChanges({ queues, getOwner, runExclusive, sendSoon })
  const keep: Keep = async (owner, fresh, { typed, put, sealedWith }) => {
    const add = (queue: Queue) => {
      const { queue: next, entry } = enqueue(queue, fresh)
      return { queue: next, result: entry, put: entry ? put : [] }
    }
    const kept = await queues.change(owner, add, sealedWith)
    sendSoon()
    return views.toView(kept ?? takenBack(fresh, clock.nowMs()), typed)
  }
  const submitting = createSubmitting({ ...parts, runExclusive }, views, keep)
  const reviseNow = createRevising(parts, views, sendSoon)
  const mergeNow = createMerging(parts, sendSoon)
  const forgetOpened = () => {
    views.forget()
    parts.forgetKeys()
  }
  const choose = async (id: string, step: typeof takeTheirs) => {
    const version = await orNotStored(findServerVersion(parts, getOwner(), id))
    await changeAndSend((queue) => step(queue, id, version))
  }

  return {
    list: views.list,
    submit: async (submission) => submitting.submit(getOwner(), submission),
    async revise(id, body, files) {
      const owner = getOwner()
      return orNotStored(runExclusive(() => reviseNow(owner, id, { body, files })))
    },
    discard: (id) => remove((queue) => discard(queue, id, clock.nowMs())),
    takeBack: (id) => remove((queue) => takeBack(queue, id)),
    keepMine: (id) => choose(id, (queue, one, version) => keepMine(queue, one, newId(), version)),
    takeTheirs: (id) => choose(id, takeTheirs),
    async keepSome(id, fields) {
      const owner = getOwner()
      if (fields.length === 0) await choose(id, takeTheirs)
      else await orNotStored(runExclusive(() => mergeNow(owner, id, fields)))
    },
    resend: (id) => changeAndSend((queue) => resend(queue, id, clock.nowMs())),
    async sendNow() {
      await change((queue) => makeDue(queue))
      await sender.wake()
    },
    async sendAgain() {
      await change((queue) => makeDue(queue, lateAfterTries))
      await sender.wake()
    },
    wake: sender.wake,
    async age() {
      const forms = await orNotStored(formsWithDrafts(parts.store, getOwner()))
      await change((queue) => ageQueue(queue, clock.nowMs(), forms))
    },
    async countUnsent(owner) {
      const { entries } = await queues.read(owner)
      return countGently(entries.filter(({ state }) => state !== 'done'))
    },
    forgetOpened,
    forget() {
      forgetOpened()
      submitting.forget()
    },
  }
}

/** Sends what a person has just submitted, after the screen has said that it is stored. */
async function sendAfterwards(parts: OutboxParts, sender: Pick<Outbox, 'wake'>): Promise<void> {
  await parts.untilSaid()
  parts.onWaiting?.()
  await sender.wake()
}

interface ChangesDeps extends Pick<OutboxParts, 'queues'> {
  getOwner: () => string
  runExclusive: RunExclusive
  sendSoon: () => void
}

/** Creates the functions that change the queue of the signed-in person. */
function createChanges({ queues, getOwner, runExclusive, sendSoon }: ChangesDeps) {
  const change = async (step: (queue: Queue) => Queue) =>
    orNotStored(queues.change(getOwner(), (queue) => ({ queue: step(queue), result: undefined })))
  /** @param step returns the queue without the entry, or undefined when it is too late to remove it */
  const remove = async (step: (queue: Queue) => Queue | undefined) => {
    const owner = getOwner()
    const write = (queue: Queue) => {
      const left = step(queue)
      return { queue: left ?? queue, result: left !== undefined }
    }
    return orNotStored(runExclusive(() => queues.change(owner, write)))
  }
  const changeAndSend = async (step: Parameters<typeof change>[0]) => {
    await runExclusive(() => change(step))
    sendSoon()
  }
  return { change, remove, changeAndSend }
}

/** The version that the server holds of the row that an entry is in conflict with. */
async function findServerVersion(
  { queues, sealerOf }: Pick<OutboxParts, 'queues' | 'sealerOf'>,
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
  if (!entry) throw new NotStored('no_entry')
  return { ...entry, state: 'done', doneAtMs: nowMs }
}
