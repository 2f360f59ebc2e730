import type { ModuleForm } from '#features/forms'
import { newId, reviseEntry, submit, type OutboxEntry } from '#outbox/index.ts'
import { sensitiveFields, type RegistrationKind } from './kinds.ts'
import type { RegistrationRow } from './own-registration.ts'

/** Where the review page of a form is: a refused one is mended from there. */
export function formPath(kind: RegistrationKind): string {
  return `${kind.path}?step=review`
}

/**
 * Hands a registration to the outbox: a new one, one that was refused and mended, or changes of one that the server has,
 * which is handed in again when more was wanted.
 * @throws NotStored when the device kept nothing and nothing was sent
 */
export async function sendRegistration(
  kind: RegistrationKind,
  form: ModuleForm,
  {
    title,
    row,
    refused,
  }: { title: string; row?: RegistrationRow | undefined; refused?: OutboxEntry | undefined },
): Promise<OutboxEntry | undefined> {
  const body = form.body()
  const files = form.files().map(({ field, file, name }) => ({ field, file, name }))
  if (refused) return reviseEntry(refused.id, body, files)
  const shared = {
    module: kind.definition.name,
    entityId: row?.id ?? newId(),
    title,
    sensitive: sensitiveFields,
    formPath: formPath(kind),
  }
  if (!row) return submit({ ...shared, deed: { kind: 'create' }, body, files })
  const isChanged = Object.keys(body).length > 0 || files.length > 0
  const update = isChanged
    ? await submit({
        ...shared,
        deed: { kind: 'update', baseVersion: form.version ?? row.version },
        body,
        files,
      })
    : undefined
  if (row.status !== 'more_info') return update
  return submit({ ...shared, deed: { kind: 'action', name: 'resubmit' }, body: {} })
}
