import type { OutboxEntry, Submission } from './entry.ts'
import type { RunExclusive } from './mutex.ts'
import { contentOf, isInClear, pack, printOf, type Packed } from './packing.ts'
import type { NewEntry } from './queue/enqueue.ts'
import { sendUnstored, type Unkept } from './send-unstored.ts'
import type { SenderParts } from './sender-parts.ts'
import { StoreError } from '#lib/device-store/store.ts'
import type { Views } from './views.ts'
import { withLastKey } from './with-last-key.ts'

/** Puts a new entry into the queue of a person and begins to send it. */
export type Keep = (owner: string, fresh: NewEntry, packed: Packed) => Promise<OutboxEntry>

/** Hands submissions to the queue, or sends them at once where the device keeps nothing. */
export interface Submitting {
  submit: (owner: string, submission: Submission) => Promise<OutboxEntry>
  /** Somebody else may use the app from now on. */
  forget: () => void
}

/** Makes the submitting of one page. */
export function createSubmitting(
  parts: SenderParts & { runExclusive: RunExclusive },
  views: Pick<Views, 'toView'>,
  keep: Keep,
): Submitting {
  /** What could not be kept, by what it says: the same thing sent again must not be done twice. */
  const unkept = new Map<string, Unkept>()
  return {
    async submit(owner, submission) {
      const { clock, newId, sealerOf } = parts
      const print = printOf(submission)
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
          const packed = await pack(owner, sealerOf(owner), submission, newId)
          if (sensitive.length > 0 && isInClear(packed)) throw new StoreError('blocked')
          const files = packed.files.map((file, index) => ({ ...file, ...numberOf(known, index) }))
          const { content } = packed
          return keep(owner, { ...fresh, content, files, isTried: known.isTried }, packed)
        }
        const kept = await parts.runExclusive(() => withLastKey(parts, owner, work))
        unkept.delete(print)
        return kept
      } catch (error) {
        if (!(error instanceof StoreError)) throw error
        unkept.set(print, known)
        const sent = await sendUnstored(parts, owner, { ...fresh, known, submission }, error)
        unkept.delete(print)
        return { ...views.toView(sent.entry, contentOf(submission)), ...sent.told }
      }
    },
    forget: () => unkept.clear(),
  }
}

/** Under the same key a file must not go up once more: its new number would make it another body. */
function numberOf({ uploads }: Unkept, index: number): { uploadedAs: string } | undefined {
  const uploadedAs = uploads.get(index)
  return uploadedAs === undefined ? undefined : { uploadedAs }
}
