import type { OutboxEntry, EntryQueue, StoredEntry, Submission } from './entry.ts'
import { NotStoredError } from './not-stored-error.ts'
import { sealSubmission } from './seal-content.ts'
import { retryExpired, revise } from './queue/amend.ts'
import { findEntry } from './queue/dependencies.ts'
import { enqueue } from './queue/enqueue.ts'
import type { SenderDeps } from './outbox-deps.ts'
import type { EntryMapper } from './entry-mapper.ts'
import { retryOnKeyChange } from './retry-on-key-change.ts'

/** What an entry says from now on; its files stay when absent. */
interface NewWords {
  body: Submission['body']
  files: Submission['files']
}

/**
 * Makes the changing of entries: in their place, or by a follow-up when the server may have taken the first already.
 * @param sendSoon begins to send
 */
export function createRevise(
  parts: SenderDeps,
  views: Pick<EntryMapper, 'toView'>,
  sendSoon: () => void,
): (owner: string, id: string, words: NewWords) => Promise<OutboxEntry> {
  const { queues, sealerOf, newId, clock } = parts
  const reviseNow = async (owner: string, id: string, { body, files }: NewWords) => {
    const sealer = sealerOf(owner)
    const old = findEntry(await queues.read(owner), id)
    const before = old && (await sealer.open(old.content))
    if (!old || !before) throw new NotStoredError('no_entry')
    const packed = await sealSubmission(owner, sealer, { ...before, body, files: files ?? [] }, newId)
    const typed = files ? packed.typed : { ...before, body }
    const content = files ? packed.content : await sealer.seal(typed, packed.sealedWith)
    const createdAtMs = clock.nowMs()
    const revision = { key: newId(), content, files: files ? packed.files : old.files, createdAtMs }
    const { put, sealedWith } = packed
    const said = { content: packed.content, files: packed.files, createdAtMs }
    const follow = { ...followUp(old, newId), ...said }
    const change = (queue: EntryQueue) => {
      const revised = revise(queue, id, revision)
      if (revised) return { queue: revised, result: { entry: findEntry(revised, id), words: typed }, put }
      // One that had become too old goes out first, under its own key: it may have arrived.
      const added = enqueue(retryExpired(queue, id, clock.nowMs()), follow)
      return { queue: added.queue, result: { entry: added.entry, words: packed.typed }, put }
    }
    const { entry, words } = await queues.change(owner, change, sealedWith)
    sendSoon()
    if (!entry) throw new NotStoredError('no_entry')
    return views.toView(entry, words)
  }
  return (owner, id, words) => retryOnKeyChange(parts, owner, () => reviseNow(owner, id, words))
}

/** What was meant as a new row is a change of it by then. */
function followUp({ module, entityId, deed }: StoredEntry, newId: () => string) {
  const kind = deed.kind === 'create' ? ({ kind: 'update', baseVersion: 0 } as const) : deed
  return { id: newId(), key: newId(), module, entityId, deed: kind }
}
