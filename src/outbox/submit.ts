import type { OutboxEntry, Submission } from './entry.ts'
import type { RunExclusive } from './mutex.ts'
import {
  toEntryContent,
  isPlaintext,
  sealSubmission,
  getFingerprint,
  type SealedSubmission,
} from './seal-content.ts'
import type { NewEntry } from './queue/enqueue.ts'
import { sendWithoutStorage, type UnstoredEntry } from './send-without-storage.ts'
import type { SenderDeps } from './outbox-deps.ts'
import { StoreError } from '#platform/device-store/store.ts'
import type { EntryMapper } from './entry-mapper.ts'
import { retryOnKeyChange } from './retry-on-key-change.ts'

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
      const { clock, newId, sealerOf } = deps
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
          const sealed = await sealSubmission(owner, sealerOf(owner), submission, newId)
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
