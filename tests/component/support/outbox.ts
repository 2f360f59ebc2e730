import { expect, inject } from 'vitest'
import { createId } from '#lib/create-id.ts'
import { getOwnerKey } from '#lib/user-storage-keys.ts'
import { drafts, queues, senderDeps, store } from '../../../src/outbox/device.ts'
import { listDraftedForms } from '../../../src/outbox/drafts.ts'
import type { StoredEntry, Submission, Rejection } from '../../../src/outbox/entry.ts'
import { sealSubmission } from '../../../src/outbox/seal-content.ts'
import { enqueue } from '../../../src/outbox/queue/enqueue.ts'
import type { PersonName } from './forum-people.ts'

/** What lies on a device: what was submitted, and what became of it. */
export interface EntryOptions extends Partial<Submission> {
  /** How long ago it was submitted, in milliseconds. */
  ageMs?: number
  /** What the entry is by now; `queued` otherwise. */
  change?: Partial<StoredEntry>
  /** What the server said of it. */
  told?: Rejection
}

/** Name under which somebody's things lie on the device. */
export const ownerOf = (as: PersonName): string => getOwnerKey(inject('people')[as].user.id)

/** Puts an entry into somebody's outbox, as the app leaves it there. @returns its id */
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
  // Of the last test's database nothing is left.
  senderDeps.forgetKeys()
  const owner = ownerOf(as)
  const sealer = senderDeps.sealerOf(owner)
  const { content, files, put, sealedWith } = await sealSubmission(owner, sealer, parcel, createId)
  const sealedTold = told && (await sealer.seal(told))
  const { isQuiet } = parcel
  const createdAtMs = Date.now() - ageMs
  const made = { id: createId(), key: createId(), module, entityId, deed, content, files, createdAtMs }
  await queues.change(
    owner,
    (queue) => {
      const { queue: next, entry } = enqueue(queue, { ...made, ...(isQuiet && { isQuiet }) })
      const become = (one: StoredEntry) =>
        one.id === entry?.id ? { ...one, ...change, ...(sealedTold && { told: sealedTold }) } : one
      return { queue: { ...next, entries: next.entries.map(become) }, result: undefined, put }
    },
    sealedWith,
  )
  return made.id
}

/** Waits until what was typed into a form lies on the device. @param form name of the draft */
export async function expectDraft(form: string, as: PersonName = 'organiser'): Promise<void> {
  await expect.poll(async () => [...(await listDraftedForms(store, ownerOf(as)))]).toContain(form)
}

/** Puts what somebody typed into a form and did not send onto the device. @param form name of the draft */
export async function storeDraft(as: PersonName, form: string, values: object): Promise<void> {
  senderDeps.forgetKeys()
  await drafts.save(ownerOf(as), form, values, [])
}
