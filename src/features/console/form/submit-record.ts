import type { FieldIssue } from '#contract/envelope.ts'
import type { ModuleForm } from '#features/forms'
import {
  discardEntry,
  createId,
  reviseEntry,
  submit,
  withAcceptedOverlaps,
  type OutboxEntry,
} from '#outbox/index.ts'

/** What a form of a record is about. */
export interface RecordSubmission {
  module: string
  /** The row that is edited; absent for a new one. */
  rowId: string | undefined
  /** What the same form handed in before, and has not arrived. */
  pending: OutboxEntry | undefined
  /** The person's own words for it. */
  title: string
  formPath: string
  /** Name of the draft, which stays until the server has taken it. */
  draft: string
  sensitive: readonly string[]
  /** Overlaps that the server asked about, and the person accepts. */
  accepted: readonly FieldIssue[] | undefined
}

/**
 * Hands a form to the outbox: all of a new row, of another one what was changed. What waits, or was refused, says from
 * now on what the form says: its draft was there all the while.
 * @returns undefined when nothing was changed
 */
export async function submitRecord(
  form: Pick<ModuleForm, 'body' | 'files' | 'version'>,
  { module, rowId, pending, accepted, ...words }: RecordSubmission,
): Promise<OutboxEntry | undefined> {
  const [typed, files] = [form.body(), form.files()]
  const isUnchanged = rowId !== undefined && Object.keys(typed).length === 0 && files.length === 0
  if (isUnchanged) {
    // Taken back: what waits would write what is no longer wanted.
    if (pending) await discardEntry(pending.id)
    return undefined
  }
  const body = accepted ? withAcceptedOverlaps(typed, accepted) : typed
  if (pending) return reviseEntry(pending.id, body, files)
  const deed =
    rowId === undefined
      ? ({ kind: 'create' } as const)
      : ({ kind: 'update', baseVersion: form.version ?? 1 } as const)
  return submit({ module, entityId: rowId ?? createId(), deed, body, files, ...words })
}
