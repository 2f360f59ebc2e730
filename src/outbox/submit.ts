import { StoreError } from '#platform/device-store/store.ts'
import type { OutboxEntry, Submission, StoredEntry, Rejection } from './entry.ts'
import type { RunExclusive } from './mutex.ts'
import {
  toEntryContent,
  isPlaintext,
  sealSubmission,
  getFingerprint,
  type SealedSubmission,
} from './seal-content.ts'
import { type NewEntry, enqueue } from './queue/enqueue.ts'
import { type SenderDeps, isConfirmedUser } from './outbox-deps.ts'
import type { EntryMapper } from './entry-mapper.ts'
import { retryOnKeyChange } from './retry-on-key-change.ts'
import { sendEntry } from './send-entry.ts'
import { NotStoredError } from './not-stored-error.ts'

/** Adds a new entry to the queue of a user and starts sending. */
export type StoreEntry = (owner: string, newEntry: NewEntry, sealed: SealedSubmission) => Promise<OutboxEntry>

/** Adds submissions to the queue, or sends them at once where the device cannot store them. */
export interface Submitter {
  submit: (owner: string, submission: Submission) => Promise<OutboxEntry>
  /** Removes unstored entries from memory, when the user has signed out. */
  clearUnstored: () => void
}

/** Creates the submitter of one page. */
export function createSubmit(
  deps: SenderDeps & { runExclusive: RunExclusive },
  mapper: Pick<EntryMapper, 'toOutboxEntry'>,
  storeEntry: StoreEntry,
): Submitter {
  /** Unstored entries by fingerprint. A second submit uses the same key, so that the server does not execute it twice. */
  const unstoredEntries = new Map<string, UnstoredEntry>()
  return {
    async submit(owner, submission) {
      const { clock, newId, getSealer } = deps
      // After a failure the user submits the same form again: the attempt continues under its key.
      const fingerprint = getFingerprint(submission)
      const unstored = unstoredEntries.get(fingerprint) ?? {
        id: newId(),
        key: newId(),
        isTried: false,
        uploads: new Map(),
      }
      const { id, key } = unstored
      const { module, deed, entityId, sensitive = [], isQuiet, delayMs } = submission
      const createdAtMs = clock.nowMs()
      const newEntry = {
        id,
        key,
        module,
        deed,
        entityId,
        createdAtMs,
        ...(isQuiet && { isQuiet }),
        ...(delayMs !== undefined && { delayedUntilMs: createdAtMs + delayMs }),
      }
      try {
        const work = async () => {
          const sealed = await sealSubmission(owner, getSealer(owner), submission, newId)
          if (sensitive.length > 0 && isPlaintext(sealed)) throw new StoreError('blocked')
          const files = sealed.files.map((file, index) => ({ ...file, ...findUploadNumber(unstored, index) }))
          const { content } = sealed
          return storeEntry(owner, { ...newEntry, content, files, isTried: unstored.isTried }, sealed)
        }
        const stored = await deps.runExclusive(() => retryOnKeyChange(deps, owner, work))
        unstoredEntries.delete(fingerprint)
        return stored
      } catch (error) {
        if (!(error instanceof StoreError)) throw error
        unstoredEntries.set(fingerprint, unstored)
        const sentEntry = await sendWithoutStorage(deps, owner, { ...newEntry, unstored, submission }, error)
        unstoredEntries.delete(fingerprint)
        return {
          ...mapper.toOutboxEntry(sentEntry.entry, toEntryContent(submission)),
          ...sentEntry.rejection,
        }
      }
    },
    clearUnstored: () => unstoredEntries.clear(),
  }
}

/** Finds the number of an uploaded file. A second upload would change the number, and with it the body under this key. */
function findUploadNumber({ uploads }: UnstoredEntry, index: number): { uploadedAs: string } | undefined {
  const uploadedAs = uploads.get(index)
  return uploadedAs === undefined ? undefined : { uploadedAs }
}

/** An entry that the device could not store. The page keeps it in memory for the next attempt. */
interface UnstoredEntry {
  id: string
  key: string
  /** An attempt was made: the server may have taken it. */
  isTried: boolean
  /** Numbers that the server gave its files, by their index. */
  uploads: Map<number, string>
}

/** A submission with the entry that the page remembers of it. */
interface UnstoredSubmission extends Omit<NewEntry, 'content' | 'files' | 'isTried'> {
  unstored: UnstoredEntry
  submission: Submission
}

/**
 * Sends a submission that the device could not store. Makes one attempt, while the form stays open.
 * @returns the entry, `doneEntry`, or `rejected` with the server's reasons
 * @throws NotStoredError when the forum's server did not respond
 */
async function sendWithoutStorage(
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
    // Without storage there are no bytes, and no key of them.
    return { at: '', field, sizeBytes: file.size, ...(uploadedAs !== undefined && { uploadedAs }) }
  })
  const { entry } = enqueue(undefined, {
    ...newEntry,
    content: { kind: 'clear', value: content },
    files: entryFiles,
  })
  // Nothing cancels out in an empty queue, so there is always an entry.
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
    // A conflict can only be resolved on a stored entry, so the open form shows it as a refusal.
    case 'conflict':
      return { entry: { ...entry, state: 'rejected', trouble: result.failure }, rejection: result.rejection }
    // No response, or none with a result: the user may submit again.
    default:
      throw new NotStoredError(cause.reason, cause)
  }
}
