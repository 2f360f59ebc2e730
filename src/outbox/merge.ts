import { NotStoredError } from './not-stored-error.ts'
import { keepFields } from './queue/amend.ts'
import { findEntry } from './queue/dependencies.ts'
import type { SenderDeps } from './outbox-deps.ts'

/**
 * Creates the function that resolves a conflict field by field. The chosen fields of the entry are sent over the
 * server's version; the server's other fields stay.
 * @param sendSoon sends the due entries after the next paint
 */
export function createMerge(
  { queues, getSealer, newId }: Pick<SenderDeps, 'queues' | 'getSealer' | 'newId'>,
  sendSoon: () => void,
): (owner: string, entryId: string, fields: readonly string[]) => Promise<void> {
  return async (owner, id, fields) => {
    const sealer = getSealer(owner)
    const entry = findEntry(await queues.read(owner), id)
    const content = entry && (await sealer.open(entry.content))
    const rejection = entry?.told && (await sealer.open(entry.told))
    if (!entry || !content) throw new NotStoredError('no_entry')
    const files = entry.files
      .map((meta, index) => ({ meta, name: content.fileNames[index] ?? '' }))
      .filter(({ meta }) => fields.includes(meta.field))
    const body = Object.entries(content.body).filter(([field]) => fields.includes(field))
    const chosenContent = {
      ...content,
      body: Object.fromEntries(body),
      fileNames: files.map(({ name }) => name),
    }
    const revision = {
      key: newId(),
      content: await sealer.seal(chosenContent),
      files: files.map(({ meta }) => meta),
    }
    // Without a known version the server reports the conflict again, with the current row.
    const version = Number(rejection?.conflict?.current['version'] ?? 0)
    await queues.change(owner, (queue) => ({
      queue: keepFields(queue, id, revision, version),
      result: undefined,
    }))
    sendSoon()
  }
}
