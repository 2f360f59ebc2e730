import { sendEntry } from './send-entry.ts'
import type { StoredEntry, Submission, Rejection } from './entry.ts'
import { NotStoredError } from './not-stored-error.ts'
import { toEntryContent } from './seal-content.ts'
import { enqueue, type NewEntry } from './queue/enqueue.ts'
import { isConfirmedUser, type SenderDeps } from './outbox-deps.ts'
import type { StoreError } from '#lib/device-store/store.ts'

/** What is remembered, as long as the page lives, of something that the device could not keep. */
export interface UnstoredEntry {
  id: string
  key: string
  /** It went out: the server may have done it. */
  isTried: boolean
  /** Numbers that the server gave its files, by their places. */
  uploads: Map<number, string>
}

/** What is to be sent, and what is remembered of it. */
export interface Unstored extends Omit<NewEntry, 'content' | 'files' | 'isTried'> {
  known: UnstoredEntry
  submission: Submission
}

/**
 * Sends what this device could not keep: at once and only once, while its form stays open.
 * @returns the entry, `done`, or `rejected` with what the server said
 * @throws NotStoredError when our server did not answer
 */
export async function sendWithoutStorage(
  parts: SenderDeps,
  owner: string,
  { known, submission, ...fresh }: Unstored,
  cause: StoreError,
): Promise<{ entry: StoredEntry; told: Rejection | undefined }> {
  const { http, during, clock } = parts
  if (!isConfirmedUser(parts, owner)) await parts.confirm()
  if (!isConfirmedUser(parts, owner)) throw new NotStoredError(cause.problem, cause)
  const { files = [] } = submission
  const content = toEntryContent(submission)
  const metas = files.map(({ field, file }, index) => {
    const uploadedAs = known.uploads.get(index)
    return { at: '', field, sizeBytes: file.size, ...(uploadedAs !== undefined && { uploadedAs }) }
  })
  const { entry } = enqueue(undefined, { ...fresh, content: { kind: 'clear', value: content }, files: metas })
  if (!entry) throw new NotStoredError(cause.problem, cause)
  known.isTried = true
  const sending = sendEntry(http, {
    entry,
    content,
    readFile: async (index) => files[index]?.file,
    noteUpload: async (index, no) => void known.uploads.set(index, no),
    isStillTheirs: () => isConfirmedUser(parts, owner),
  })
  const outcome = await (during ? during(sending) : sending)
  switch (outcome.kind) {
    case 'done': {
      const done: StoredEntry = { ...entry, state: 'done', serverRef: outcome.ref, doneAtMs: clock.nowMs() }
      if (content.draft !== undefined)
        await parts.dropDraft?.(owner, content.draft, done.createdAtMs).catch(() => undefined)
      parts.onDone?.(done)
      return { entry: done, told: undefined }
    }
    case 'rejected':
    case 'conflict':
      return { entry: { ...entry, state: 'rejected', trouble: outcome.trouble }, told: outcome.told }
    default:
      throw new NotStoredError(cause.problem, cause)
  }
}
