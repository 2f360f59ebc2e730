import { expect, inject } from 'vitest'
import { createId } from '#platform/create-id.ts'
import { getOwnerKey } from '#platform/user-storage-keys.ts'
import { drafts, queues, senderDeps, store } from '../../../src/outbox/device.ts'
import { listDraftedForms } from '../../../src/outbox/drafts.ts'
import type { EntryQueue, StoredEntry, Submission, Rejection } from '../../../src/outbox/entry.ts'
import { sealSubmission } from '../../../src/outbox/seal-content.ts'
import { enqueue } from '../../../src/outbox/queue/enqueue.ts'
import { retryOnKeyChange } from '../../../src/outbox/retry-on-key-change.ts'
import type { PersonName } from './forum-people.ts'

/** An outbox entry: the submission and its state. */
export interface EntryOptions extends Partial<Submission> {
  /** How long ago it was submitted, in milliseconds. */
  ageMs?: number
  /** Changes to the stored entry; `queued` without them. */
  change?: Partial<StoredEntry>
  /** The server's rejection. */
  told?: Rejection
}

/** Returns the owner key of a user's data on the device. */
export const ownerOf = (as: PersonName): string => getOwnerKey(inject('people')[as].user.id)

/**
 * Runs a write for a user who is not signed in yet. A sender that the last test has left running takes the user for
 * signed out, and may remove a new sealing key before the write: then the write runs again, as in the app.
 */
function writeFor<T>(owner: string, write: () => Promise<T>): Promise<T> {
  // The keys of the last test's database are invalid.
  senderDeps.forgetKeys()
  return retryOnKeyChange({ ...senderDeps, getUser: () => ({ owner, isConfirmed: true }) }, owner, write)
}

/** Stores an entry in a user's outbox as the app does. @returns its id */
export async function storeEntry(as: PersonName, options: EntryOptions = {}): Promise<string> {
  const { ageMs = 0, change, told, ...submission } = options
  const { module, entityId, deed, ...parcel }: Submission = {
    module: 'side_meetings',
    entityId: createId(),
    deed: { kind: 'create' },
    body: { name: 'Storage round table' },
    title: 'Storage round table',
    formPath: '/user/side-meetings',
    ...submission,
  }
  const owner = ownerOf(as)
  const { isQuiet } = parcel
  const createdAtMs = Date.now() - ageMs
  const made = {
    id: createId(),
    key: createId(),
    module,
    entityId,
    deed,
    createdAtMs,
    ...(isQuiet && { isQuiet }),
  }
  await writeFor(owner, async () => {
    const sealer = senderDeps.getSealer(owner)
    const { content, files, put, sealedWith } = await sealSubmission(owner, sealer, parcel, createId)
    const sealedTold = told && (await sealer.seal(told))
    const addEntry = (queue: EntryQueue) => {
      const { queue: next, entry } = enqueue(queue, { ...made, content, files })
      const become = (one: StoredEntry) =>
        one.id === entry?.id ? { ...one, ...change, ...(sealedTold && { told: sealedTold }) } : one
      return { queue: { ...next, entries: next.entries.map(become) }, result: undefined, put }
    }
    await queues.change(owner, addEntry, sealedWith)
  })
  return made.id
}

/** Waits until the input of a form is stored as a draft. @param form name of the draft */
export async function expectDraft(form: string, as: PersonName = 'organiser'): Promise<void> {
  await expect.poll(async () => [...(await listDraftedForms(store, ownerOf(as)))]).toContain(form)
}

/** Stores a draft of a user. @param form name of the draft */
export async function storeDraft(as: PersonName, form: string, values: object): Promise<void> {
  const owner = ownerOf(as)
  await writeFor(owner, () => drafts.save(owner, form, values, []))
}
