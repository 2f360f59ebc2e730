import type { ModuleForm } from '#features/forms'
import {
  discardEntry,
  findOvertaken,
  findEditableEntry,
  needsDecision,
  createId,
  reviseEntry,
  submit,
  type OutboxEntry,
  type OptimisticRow,
} from '#outbox/index.ts'
import type { ParticipantModule } from '#features/participant-rows'

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
  const { row, open, entry } = optimistic
  const changes = form.body()
  const pending = findEditableEntry(optimistic)
  const overtaken = findOvertaken(optimistic)
  const isRejectedPending = pending !== undefined && needsDecision(pending)
  if (Object.keys(changes).length === 0 && (overtaken || !isRejectedPending)) {
    if (overtaken) await discardEntry(overtaken.id)
    return undefined
  }
  // Later entries would wait for a rejected withdrawal for ever.
  const rejectedAction = open.find((one) => one.deed.kind === 'action' && needsDecision(one))
  if (rejectedAction) await discardEntry(rejectedAction.id)
  // When another device has created the row, the user's choices are an update of that row.
  const body = overtaken ? changes : { ...pending?.body, ...changes }
  if (pending && !overtaken) return reviseEntry(pending.id, body)
  const knownId = row?.id ?? entry?.serverRef?.id ?? entry?.entityId
  const entityId = knownId ?? createId()
  const baseVersion = form.version ?? row?.version
  const sent = await submit({
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
  if (overtaken && sent.state !== 'rejected') await discardEntry(overtaken.id)
  return sent
}
