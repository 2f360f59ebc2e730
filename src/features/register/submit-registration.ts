import type { ModuleForm } from '#features/forms'
import { createId } from '#lib/create-id.ts'
import type { OutboxEntry, Submission, SubmittedFile } from '#outbox/index.ts'
import { draftName, sensitiveFields, type RegistrationKind } from './kinds.ts'
import type { RegistrationRow } from './use-active-registration.ts'

/** What of the outbox a registration needs. */
export interface SubmitRegistrationDeps {
  submit: (submission: Submission) => Promise<OutboxEntry>
  revise: (id: string, body: Submission['body'], files: readonly SubmittedFile[]) => Promise<OutboxEntry>
  discard: (id: string) => Promise<boolean>
}

/** What is sent. */
export interface RegistrationSubmission {
  /** The person's own words for it. */
  title: string
  /** The registration that is changed; absent for a new one. */
  row?: RegistrationRow | undefined
  /** What was sent about it before. */
  about?: readonly OutboxEntry[]
  /** What the server did not take and was mended. */
  refused?: OutboxEntry | undefined
}

/** Where the review page of a form is: a refused one is mended from there. */
export function getFormPath(kind: RegistrationKind): string {
  return `${kind.path}?step=review`
}

/**
 * Hands a registration to the outbox: a new one, one that was refused and mended, or changes of one that the server has,
 * which is handed in again when more was wanted.
 * @returns the last entry; one that the server refused at once, since the device keeps nothing, stops what would follow.
 * Undefined when there was nothing to send
 * @throws NotStoredError when the device kept nothing and nothing was sent
 */
export async function submitRegistration(
  outbox: SubmitRegistrationDeps,
  kind: RegistrationKind,
  form: Pick<ModuleForm, 'body' | 'files' | 'version'>,
  { title, row, about = [], refused }: RegistrationSubmission,
): Promise<OutboxEntry | undefined> {
  const body = form.body()
  const files = form.files().map(({ field, file, name }) => ({ field, file, name }))
  const shared = {
    module: kind.definition.name,
    entityId: row?.id ?? createId(),
    title,
    sensitive: sensitiveFields,
    formPath: getFormPath(kind),
    draft: draftName(kind, row?.id),
  }
  if (!row)
    return refused
      ? outbox.revise(refused.id, body, files)
      : outbox.submit({ ...shared, deed: { kind: 'create' }, body, files })
  // What was refused is sent anew over the row as it is now; of an action that was refused nothing is left to mend, and
  // what comes behind either would wait for it for ever.
  await Promise.all(
    about
      .filter(({ id, deed, state }) => id === refused?.id || (deed.kind === 'action' && state === 'rejected'))
      .map(({ id }) => outbox.discard(id)),
  )
  const deed = { kind: 'update', baseVersion: form.version ?? row.version } as const
  const isChanged = Object.keys(body).length > 0 || files.length > 0
  const update = isChanged ? await outbox.submit({ ...shared, deed, body, files }) : undefined
  const isHandedIn = !refused && about.some(isResubmitUnderWay)
  if (update?.state === 'rejected' || row.status !== 'more_info' || isHandedIn) return update
  return outbox.submit({ ...shared, deed: { kind: 'action', name: 'resubmit' }, body: {} })
}

const isResubmitUnderWay = ({ deed, state }: OutboxEntry) =>
  deed.kind === 'action' && deed.name === 'resubmit' && state !== 'done' && state !== 'rejected'
