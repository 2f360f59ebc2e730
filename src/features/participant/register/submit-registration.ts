import type { ModuleForm } from '#forms/index.ts'
import { createId } from '#platform/create-id.ts'
import type { OutboxEntry, Submission, SubmittedFile } from '#outbox/index.ts'
import { getDraftName, sensitiveFields, type RegistrationKind } from './kinds.ts'
import type { RegistrationRow } from './use-active-registration.ts'

/** The outbox functions that a registration needs. */
export interface SubmitRegistrationDeps {
  submit: (submission: Submission) => Promise<OutboxEntry>
  revise: (id: string, body: Submission['body'], files: readonly SubmittedFile[]) => Promise<OutboxEntry>
  discard: (id: string) => Promise<boolean>
}

/** What to send. */
export interface RegistrationSubmission {
  /** Label of the entry in the user's language. */
  title: string
  /** The registration being changed; absent for a new one. */
  row?: RegistrationRow | undefined
  /** Earlier outbox entries of the registration. */
  registrationEntries?: readonly OutboxEntry[]
  /** The rejected entry that these values correct. */
  rejected?: OutboxEntry | undefined
}

/** Returns the URL of the form's review step, where a rejected entry is corrected. */
export function getFormPath(kind: RegistrationKind): string {
  return `${kind.path}?step=review`
}

/**
 * Submits a registration through the outbox: a new one, a corrected one, or changes of one on the server.
 * When the organisers requested more information, the action `resubmit` follows the changes.
 * @returns the last entry, or the first rejected entry on a device without storage; undefined when there was nothing to
 * send
 * @throws NotStoredError when the device stored nothing and nothing was sent
 */
export async function submitRegistration(
  outbox: SubmitRegistrationDeps,
  kind: RegistrationKind,
  form: Pick<ModuleForm, 'body' | 'files' | 'version'>,
  { title, row, registrationEntries = [], rejected }: RegistrationSubmission,
): Promise<OutboxEntry | undefined> {
  const body = form.body()
  const files = form.files().map(({ field, file, name }) => ({ field, file, name }))
  const shared = {
    module: kind.definition.name,
    entityId: row?.id ?? createId(),
    title,
    sensitive: sensitiveFields,
    formPath: getFormPath(kind),
    draft: getDraftName(kind, row?.id),
  }
  if (!row)
    return rejected
      ? outbox.revise(rejected.id, body, files)
      : outbox.submit({ ...shared, deed: { kind: 'create' }, body, files })
  // A rejected update is sent again over the current row. A rejected action cannot be corrected, and later entries
  // would wait for it for ever.
  await Promise.all(
    registrationEntries
      .filter(
        ({ id, deed, state }) => id === rejected?.id || (deed.kind === 'action' && state === 'rejected'),
      )
      .map(({ id }) => outbox.discard(id)),
  )
  const operation = { kind: 'update', baseVersion: form.version ?? row.version } as const
  const isChanged = Object.keys(body).length > 0 || files.length > 0
  const update = isChanged ? await outbox.submit({ ...shared, deed: operation, body, files }) : undefined
  const isResubmitted = !rejected && registrationEntries.some(isPendingResubmit)
  if (update?.state === 'rejected' || row.status !== 'more_info' || isResubmitted) return update
  return outbox.submit({ ...shared, deed: { kind: 'action', name: 'resubmit' }, body: {} })
}

const isPendingResubmit = ({ deed, state }: OutboxEntry) =>
  deed.kind === 'action' && deed.name === 'resubmit' && state !== 'done' && state !== 'rejected'
