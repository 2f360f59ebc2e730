import type { ModuleForm } from '#forms/index.ts'
import {
  discardEntry,
  findSupersededCreation,
  findEditableEntry,
  needsDecision,
  createId,
  reviseEntry,
  submit,
  type OutboxEntry,
  type OptimisticRow,
} from '#outbox/index.ts'
import type { ParticipantModule } from '#features/participant/participant-rows'

/** Module, label and form URL of the outbox entry. */
export interface SubmissionMeta {
  module: ParticipantModule
  title: string
  formPath: (entityId: string) => string
}

/**
 * Submits a form through the outbox: as a new row, as an update, or by revising an entry that is not sent yet.
 * @returns undefined when nothing was changed
 */
export async function submitParticipantForm(
  form: Pick<ModuleForm, 'body' | 'version'>,
  optimistic: OptimisticRow,
  { module, title, formPath }: SubmissionMeta,
): Promise<OutboxEntry | undefined> {
  const { row, unsentEntries, entry } = optimistic
  const changes = form.body()
  const editableEntry = findEditableEntry(optimistic)
  const superseded = findSupersededCreation(optimistic)
  const isEditableRejected = editableEntry !== undefined && needsDecision(editableEntry)
  if (Object.keys(changes).length === 0 && (superseded || !isEditableRejected)) {
    if (superseded) await discardEntry(superseded.id)
    return undefined
  }
  // Later entries would wait for a rejected withdrawal for ever.
  const rejectedAction = unsentEntries.find((one) => one.deed.kind === 'action' && needsDecision(one))
  if (rejectedAction) await discardEntry(rejectedAction.id)
  // When another device has created the row, the user's choices are an update of that row.
  const body = superseded ? changes : { ...editableEntry?.body, ...changes }
  if (editableEntry && !superseded) return reviseEntry(editableEntry.id, body)
  const knownId = row?.id ?? entry?.serverRef?.id ?? entry?.entityId
  const entityId = knownId ?? createId()
  const baseVersion = form.version ?? row?.version
  const newEntry = await submit({
    module,
    entityId,
    deed:
      knownId !== undefined && baseVersion !== undefined
        ? { kind: 'update', baseVersion }
        : { kind: 'create' },
    body,
    title,
    formPath: formPath(entityId),
  })
  if (superseded && newEntry.state !== 'rejected') await discardEntry(superseded.id)
  return newEntry
}
