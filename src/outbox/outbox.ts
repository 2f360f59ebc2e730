import type { OutboxEntry, StoredEntry, Submission } from './entry.ts'
import { NotStored } from './not-stored.ts'
import { pack, printOf, type Packed } from './packing.ts'
import { ageQueue } from './queue/age.ts'
import { discard, keepMine, makeDue, resend, revise, takeTheirs } from './queue/amend.ts'
import { findEntry } from './queue/chain.ts'
import { enqueue, type NewEntry } from './queue/enqueue.ts'
import { createSender, type SenderParts } from './sender.ts'
import { sendUnstored } from './send-unstored.ts'
import { StoreError } from './store.ts'
import { createViews, type Views } from './views.ts'

/** The queue of whoever is signed in, and what a person can do with it. */
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
  keepMine: (id: string) => Promise<void>
  takeTheirs: (id: string) => Promise<void>
  /** Sends what had become too old, after all. */
  resend: (id: string) => Promise<void>
  /** Tries at once what waits for its next try, unless the server asked to wait. */
  sendNow: () => Promise<void>
  /** There may be something to send. */
  wake: () => Promise<void>
  /** Lets old receipts go and stops what is too old. */
  age: () => Promise<void>
}

/** Makes the outbox over a store, a way to send, a clock, ids and locks. It knows no page. */
export function createOutbox(parts: SenderParts): Outbox {
  const { queues, sealerOf, clock, newId } = parts
  const sender = createSender(parts)
  const views = createViews(queues, sealerOf, clock)
  /** Ids and keys of what could not be kept: the same thing sent again must not be done twice. */
  const unkept = new Map<string, { id: string; key: string }>()

  const getOwner = () => {
    const person = parts.person()
    if (!person) throw new NotStored('nobody')
    return person.owner
  }
  const change = async (step: (...args: Parameters<typeof makeDue>) => ReturnType<typeof makeDue>) =>
    queues.change(getOwner(), (queue) => ({ queue: step(queue), result: undefined }))
  const changeAndSend = async (step: Parameters<typeof change>[0]) => {
    await change(step)
    void sender.wake()
  }
  const find = async (owner: string, id: string) => findEntry(await queues.read(owner), id)
  const keep = async (owner: string, fresh: NewEntry, put: Packed['put']) => {
    const kept = await queues.change(owner, (queue) => {
      const { queue: next, entry } = enqueue(queue, fresh)
      return { queue: next, result: entry, put: entry ? put : [] }
    })
    void sender.wake()
    return views.toView(owner, kept ?? takenBack(fresh, clock.nowMs()))
  }
  const currentVersion = async (id: string) => {
    const owner = getOwner()
    const entry = await find(owner, id)
    const told = entry?.told && (await sealerOf(owner).open(entry.told))
    return Number(told?.conflict?.current['version'] ?? 0)
  }

  return {
    list: views.list,
    async submit(submission) {
      const owner = getOwner()
      const sealer = sealerOf(owner)
      const print = printOf(submission)
      const named = unkept.get(print) ?? { id: newId(), key: newId() }
      const { put, ...packed } = await pack(owner, sealer, submission, newId)
      const { module, deed, entityId, sensitive = [] } = submission
      const fresh: NewEntry = { ...named, module, deed, entityId, createdAtMs: clock.nowMs(), ...packed }
      try {
        if (sensitive.length > 0 && packed.content.kind === 'clear') throw new StoreError('blocked')
        const kept = await keep(owner, fresh, put)
        unkept.delete(print)
        return kept
      } catch (error) {
        if (!(error instanceof StoreError)) throw error
        unkept.set(print, named)
        const { entry, told } = await sendUnstored(parts, owner, fresh, submission, error)
        unkept.delete(print)
        return { ...(await views.toView(owner, entry)), ...told }
      }
    },
    async revise(id, body, files) {
      const owner = getOwner()
      const sealer = sealerOf(owner)
      const old = await find(owner, id)
      const before = old && (await sealer.open(old.content))
      if (!old || !before) throw new NotStored('gone')
      const { put, ...packed } = await pack(owner, sealer, { ...before, body, files: files ?? [] }, newId)
      const content = files ? packed.content : await sealer.seal({ ...before, body })
      const revision = { key: newId(), content, files: files ? packed.files : old.files }
      const revised = await queues.change(owner, (queue) => {
        const next = revise(queue, id, revision)
        return { queue: next ?? queue, result: next && findEntry(next, id), put: next ? put : [] }
      })
      void sender.wake()
      if (revised) return views.toView(owner, revised)
      const { module, entityId, deed } = old
      const follow = deed.kind === 'create' ? ({ kind: 'update', baseVersion: 0 } as const) : deed
      const fresh = { id: newId(), key: newId(), module, entityId, deed: follow, createdAtMs: clock.nowMs() }
      return keep(owner, { ...fresh, ...packed }, put)
    },
    discard: async (id) =>
      queues.change(getOwner(), (queue) => {
        const left = discard(queue, id)
        return { queue: left ?? queue, result: left !== undefined }
      }),
    async keepMine(id) {
      const version = await currentVersion(id)
      await changeAndSend((queue) => keepMine(queue, id, newId(), version))
    },
    async takeTheirs(id) {
      const version = await currentVersion(id)
      await changeAndSend((queue) => takeTheirs(queue, id, version))
    },
    resend: (id) => changeAndSend((queue) => resend(queue, id, clock.nowMs())),
    async sendNow() {
      await change(makeDue)
      await sender.wake()
    },
    wake: sender.wake,
    age: () => change((queue) => ageQueue(queue, clock.nowMs())),
  }
}

/** What a cancel and the create that it met leave: nothing has to be sent. */
function takenBack(fresh: NewEntry, nowMs: number): StoredEntry {
  const { entry } = enqueue(undefined, fresh)
  if (!entry) throw new NotStored('gone')
  return { ...entry, state: 'done', doneAtMs: nowMs }
}
