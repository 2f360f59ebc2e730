import type { OutboxEntry, EntryQueue, StoredEntry, Submission } from './entry.ts'
import { NotStoredError } from './not-stored-error.ts'
import { sealSubmission } from './seal-content.ts'
import { retryExpired, revise } from './queue/amend.ts'
import { findEntry } from './queue/dependencies.ts'
import { enqueue } from './queue/enqueue.ts'
import type { SenderDeps } from './outbox-deps.ts'
import type { EntryMapper } from './entry-mapper.ts'
import { retryOnKeyChange } from './retry-on-key-change.ts'

/** New content of an entry. Without `files` those of the entry stay. */
interface NewContent {
  body: Submission['body']
  files: Submission['files']
}

/**
 * Creates the function that changes an entry in place, or by a follow-up entry when the server may have taken it already.
 * @param sendSoon sends the due entries after the next paint
 */
export function createRevise(
  deps: SenderDeps,
  mapper: Pick<EntryMapper, 'toOutboxEntry'>,
  sendSoon: () => void,
): (owner: string, id: string, content: NewContent) => Promise<OutboxEntry> {
  const { queues, getSealer, newId, clock } = deps
  const reviseNow = async (owner: string, id: string, { body, files }: NewContent) => {
    const sealer = getSealer(owner)
    const storedEntry = findEntry(await queues.read(owner), id)
    const storedContent = storedEntry && (await sealer.open(storedEntry.content))
    if (!storedEntry || !storedContent) throw new NotStoredError('no_entry')
    // A follow-up entry without new files must not send the old ones again, so it is sealed without them.
    const sealed = await sealSubmission(owner, sealer, { ...storedContent, body, files: files ?? [] }, newId)
    // Changed in place, the entry keeps its files, and with them their names in the content.
    const revisedContent = files ? sealed.plainContent : { ...storedContent, body }
    const content = files ? sealed.content : await sealer.seal(revisedContent, sealed.sealedWith)
    const createdAtMs = clock.nowMs()
    const revision = { key: newId(), content, files: files ? sealed.files : storedEntry.files, createdAtMs }
    const { put, sealedWith } = sealed
    const followUpContent = { content: sealed.content, files: sealed.files, createdAtMs }
    const followUpEntry = { ...createFollowUp(storedEntry, newId), ...followUpContent }
    const change = (queue: EntryQueue) => {
      const revised = revise(queue, id, revision)
      if (revised)
        return {
          queue: revised,
          result: { entry: findEntry(revised, id), plainContent: revisedContent },
          put,
        }
      // An expired entry is sent before its follow-up, under its own key: the server may have it.
      const enqueued = enqueue(retryExpired(queue, id, clock.nowMs()), followUpEntry)
      return {
        queue: enqueued.queue,
        result: { entry: enqueued.entry, plainContent: sealed.plainContent },
        put,
      }
    }
    const { entry, plainContent } = await queues.change(owner, change, sealedWith)
    sendSoon()
    if (!entry) throw new NotStoredError('no_entry')
    return mapper.toOutboxEntry(entry, plainContent)
  }
  return (owner, id, content) => retryOnKeyChange(deps, owner, () => reviseNow(owner, id, content))
}

/**
 * Creates the ids and the operation of the entry that follows another. After a create it is an update, since the row
 * exists by then. Its version becomes known when the create is sent.
 */
function createFollowUp({ module, entityId, deed }: StoredEntry, newId: () => string) {
  const operation = deed.kind === 'create' ? ({ kind: 'update', baseVersion: 0 } as const) : deed
  return { id: newId(), key: newId(), module, entityId, deed: operation }
}
