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

/** What the outbox says of a form, and where it leads back to. */
export interface SubmissionMeta {
  module: ParticipantModule
  title: string
  formPath: (entityId: string) => string
}

/**
 * Hands a form to the outbox: a new row, a change of the one that the person saw, or in the place of what has not arrived
 * yet.
 * @returns undefined when nothing was changed
 */
export async function submitParticipantForm(
  form: Pick<ModuleForm, 'body' | 'version'>,
  thing: OptimisticRow,
  { module, title, formPath }: SubmissionMeta,
): Promise<OutboxEntry | undefined> {
  const { row, open, entry } = thing
  const changes = form.body()
  const pending = findEditableEntry(thing)
  const overtaken = findOvertaken(thing)
  const waits = pending !== undefined && needsDecision(pending)
  if (Object.keys(changes).length === 0 && (overtaken || !waits)) {
    if (overtaken) await discardEntry(overtaken.id)
    return undefined
  }
  // What comes after a refused withdrawal would wait for it for ever.
  const refused = open.find((one) => one.deed.kind === 'action' && needsDecision(one))
  if (refused) await discardEntry(refused.id)
  // Another device made the row meanwhile: what was chosen of what was to be its beginning is a change of it.
  const body = overtaken ? changes : { ...pending?.body, ...changes }
  if (pending && !overtaken) return reviseEntry(pending.id, body)
  const known = row?.id ?? entry?.serverRef?.id ?? entry?.entityId
  const entityId = known ?? createId()
  const baseVersion = form.version ?? row?.version
  const sent = await submit({
    module,
    entityId,
    deed:
      known !== undefined && baseVersion !== undefined ? { kind: 'update', baseVersion } : { kind: 'create' },
    body,
    title,
    formPath: formPath(entityId),
  })
  if (overtaken && sent.state !== 'rejected') await discardEntry(overtaken.id)
  return sent
}
