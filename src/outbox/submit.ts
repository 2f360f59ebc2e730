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
import { StoreError } from '#lib/device-store/store.ts'
import type { EntryMapper } from './entry-mapper.ts'
import { retryOnKeyChange } from './retry-on-key-change.ts'

/** Puts a new entry into the queue of a person and begins to send it. */
export type StoreEntry = (owner: string, fresh: NewEntry, packed: SealedSubmission) => Promise<OutboxEntry>

/** Hands submissions to the queue, or sends them at once where the device keeps nothing. */
export interface Submitting {
  submit: (owner: string, submission: Submission) => Promise<OutboxEntry>
  /** Somebody else may use the app from now on. */
  forget: () => void
}

/** Makes the submitting of one page. */
export function createSubmit(
  parts: SenderDeps & { runExclusive: RunExclusive },
  views: Pick<EntryMapper, 'toView'>,
  keep: StoreEntry,
): Submitting {
  /** What could not be kept, by what it says: the same thing sent again must not be done twice. */
  const unkept = new Map<string, UnstoredEntry>()
  return {
    async submit(owner, submission) {
      const { clock, newId, sealerOf } = parts
      const print = getFingerprint(submission)
      const known = unkept.get(print) ?? { id: newId(), key: newId(), isTried: false, uploads: new Map() }
      const { id, key } = known
      const { module, deed, entityId, sensitive = [], isQuiet, holdMs } = submission
      const createdAtMs = clock.nowMs()
      const fresh = {
        id,
        key,
        module,
        deed,
        entityId,
        createdAtMs,
        ...(isQuiet && { isQuiet }),
        ...(holdMs !== undefined && { heldUntilMs: createdAtMs + holdMs }),
      }
      try {
        const work = async () => {
          const packed = await sealSubmission(owner, sealerOf(owner), submission, newId)
          if (sensitive.length > 0 && isPlaintext(packed)) throw new StoreError('blocked')
          const files = packed.files.map((file, index) => ({ ...file, ...numberOf(known, index) }))
          const { content } = packed
          return keep(owner, { ...fresh, content, files, isTried: known.isTried }, packed)
        }
        const kept = await parts.runExclusive(() => retryOnKeyChange(parts, owner, work))
        unkept.delete(print)
        return kept
      } catch (error) {
        if (!(error instanceof StoreError)) throw error
        unkept.set(print, known)
        const sent = await sendWithoutStorage(parts, owner, { ...fresh, known, submission }, error)
        unkept.delete(print)
        return { ...views.toView(sent.entry, toEntryContent(submission)), ...sent.told }
      }
    },
    forget: () => unkept.clear(),
  }
}

/** Under the same key a file must not go up once more: its new number would make it another body. */
function numberOf({ uploads }: UnstoredEntry, index: number): { uploadedAs: string } | undefined {
  const uploadedAs = uploads.get(index)
  return uploadedAs === undefined ? undefined : { uploadedAs }
}
