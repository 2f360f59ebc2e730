import type { ModuleForm } from '#forms/index.ts'
import { needsDecision, type OutboxEntry, type Save } from '#outbox/index.ts'
import { getDraftName, sensitiveFields, type RegistrationKind } from './kinds.ts'
import type { RegistrationRow } from './use-active-registration.ts'

/** What a form submits, besides its values. */
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
 * Saves a registration: a new one, a corrected one, or changes of one on the server.
 * When the organisers requested more information, the action `resubmit` follows the changes.
 * @returns the last entry, or the first rejected entry on a device without storage; undefined when there was nothing to
 * send
 * @throws NotStoredError when the device stored nothing and nothing was sent
 */
export async function submitRegistration(
  save: Save,
  kind: RegistrationKind,
  form: Pick<ModuleForm, 'body' | 'files' | 'version'>,
  { title, row, registrationEntries = [], rejected }: RegistrationSubmission,
): Promise<OutboxEntry | undefined> {
  const shared = {
    module: kind.definition.name,
    row,
    title,
    sensitive: sensitiveFields,
    formPath: getFormPath(kind),
    draft: getDraftName(kind, row?.id),
  }
  // `save` may replace the entries that it gets. Pending changes are not among them: they are sent first, because the
  // form has changes of the row on the server.
  const refusedActions = registrationEntries.filter((entry) => row && isAction(entry) && needsDecision(entry))
  const { entry } = await save({
    ...shared,
    entries: rejected ? [...refusedActions, rejected] : refusedActions,
    values: form.body(),
    files: form.files().map(({ field, file, name }) => ({ field, file, name })),
    version: form.version,
    resubmits: row !== undefined,
  })
  // Saving over a rejected entry has discarded it, and with it a `resubmit` that depended on it.
  const isResubmitted = !rejected && registrationEntries.some(isPendingResubmit)
  if (entry?.state === 'rejected' || row?.status !== 'more_info' || isResubmitted) return entry
  return (await save({ ...shared, operation: { action: 'resubmit' } })).entry
}

const isAction = ({ deed }: OutboxEntry) => deed.kind === 'action'

const isPendingResubmit = (entry: OutboxEntry) =>
  entry.deed.kind === 'action' &&
  entry.deed.name === 'resubmit' &&
  entry.state !== 'done' &&
  !needsDecision(entry)
