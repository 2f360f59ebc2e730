import type { FieldIssue } from '#contract/envelope.ts'
import type { ModuleForm } from '#forms/index.ts'
import {
  discardEntry,
  createId,
  reviseEntry,
  submit,
  withAcceptedOverlaps,
  type OutboxEntry,
} from '#outbox/index.ts'

/** The submission of a record form. */
export interface RecordSubmission {
  module: string
  /** The edited row; absent for a new one. */
  rowId: string | undefined
  /** The entry that the same form submitted before and that has not arrived. */
  pending: OutboxEntry | undefined
  /** Title of the entry in the user's language. */
  title: string
  formPath: string
  /** Name of the draft, which stays until the server has accepted the entry. */
  draft: string
  sensitive: readonly string[]
  /** Overlaps that the server reported and the user accepts. */
  accepted: readonly FieldIssue[] | undefined
}

/**
 * Submits a form to the outbox: all fields of a new row, the changed ones of another. A pending or rejected entry of
 * the same form is revised.
 * @returns undefined when nothing has changed
 */
export async function submitRecord(
  form: Pick<ModuleForm, 'body' | 'files' | 'version'>,
  { module, rowId, pending, accepted, ...options }: RecordSubmission,
): Promise<OutboxEntry | undefined> {
  const [typed, files] = [form.body(), form.files()]
  const isUnchanged = rowId !== undefined && Object.keys(typed).length === 0 && files.length === 0
  if (isUnchanged) {
    // The user has reverted the change, so the pending entry must not be sent.
    if (pending) await discardEntry(pending.id)
    return undefined
  }
  const body = accepted ? withAcceptedOverlaps(typed, accepted) : typed
  if (pending) return reviseEntry(pending.id, body, files)
  const operation =
    rowId === undefined
      ? ({ kind: 'create' } as const)
      : ({ kind: 'update', baseVersion: form.version ?? 1 } as const)
  return submit({ module, entityId: rowId ?? createId(), deed: operation, body, files, ...options })
}
