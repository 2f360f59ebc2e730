import { sendEntry } from './send-entry.ts'
import type { StoredEntry, Submission, Rejection } from './entry.ts'
import { NotStoredError } from './not-stored-error.ts'
import { toEntryContent } from './seal-content.ts'
import { enqueue, type NewEntry } from './queue/enqueue.ts'
import { isConfirmedUser, type SenderDeps } from './outbox-deps.ts'
import type { StoreError } from '#platform/device-store/store.ts'

/** An entry that the device could not store. The page keeps it in memory for the next attempt. */
export interface UnstoredEntry {
  id: string
  key: string
  /** An attempt was made: the server may have taken it. */
  isTried: boolean
  /** Numbers that the server gave its files, by their index. */
  uploads: Map<number, string>
}

/** A submission with the entry that the page remembers of it. */
export interface UnstoredSubmission extends Omit<NewEntry, 'content' | 'files' | 'isTried'> {
  unstored: UnstoredEntry
  submission: Submission
}

/**
 * Sends a submission that the device could not store. Makes one attempt, while the form stays open.
 * @returns the entry, `doneEntry`, or `rejected` with the server's reasons
 * @throws NotStoredError when the forum's server did not respond
 */
export async function sendWithoutStorage(
  deps: SenderDeps,
  owner: string,
  { unstored, submission, ...newEntry }: UnstoredSubmission,
  cause: StoreError,
): Promise<{ entry: StoredEntry; rejection: Rejection | undefined }> {
  const { http, trackWork, clock } = deps
  if (!isConfirmedUser(deps, owner)) await deps.confirmUser()
  if (!isConfirmedUser(deps, owner)) throw new NotStoredError(cause.reason, cause)
  const { files = [] } = submission
  const content = toEntryContent(submission)
  const entryFiles = files.map(({ field, file }, index) => {
    const uploadedAs = unstored.uploads.get(index)
    return { at: '', field, sizeBytes: file.size, ...(uploadedAs !== undefined && { uploadedAs }) }
  })
  const { entry } = enqueue(undefined, {
    ...newEntry,
    content: { kind: 'clear', value: content },
    files: entryFiles,
  })
  if (!entry) throw new NotStoredError(cause.reason, cause)
  unstored.isTried = true
  const attempt = sendEntry(http, {
    entry,
    content,
    readFile: async (index) => files[index]?.file,
    recordUpload: async (index, no) => void unstored.uploads.set(index, no),
    isOwnerSignedIn: () => isConfirmedUser(deps, owner),
  })
  const result = await (trackWork ? trackWork(attempt) : attempt)
  switch (result.kind) {
    case 'done': {
      const doneEntry: StoredEntry = {
        ...entry,
        state: 'done',
        serverRef: result.ref,
        doneAtMs: clock.nowMs(),
      }
      if (content.draft !== undefined)
        await deps.deleteDraft?.(owner, content.draft, doneEntry.createdAtMs).catch(() => undefined)
      deps.onDone?.(doneEntry)
      return { entry: doneEntry, rejection: undefined }
    }
    case 'rejected':
    case 'conflict':
      return { entry: { ...entry, state: 'rejected', trouble: result.failure }, rejection: result.rejection }
    default:
      throw new NotStoredError(cause.reason, cause)
  }
}
