import type { FieldIssue } from '#contract/envelope.ts'
import { getFieldName, type Values } from '#contract/form/form-shape.ts'
import type { ModuleForm } from '#forms/index.ts'
import type { OutboxEntry } from '#outbox/index.ts'

/**
 * Finds the entry that the form can correct: a rejected registration, or rejected changes of an existing one.
 * @param registrationEntries entries of the registration; for a new one, all entries of its kind
 */
export function findRejectedEntry(
  registrationEntries: readonly OutboxEntry[],
  isNew: boolean,
): OutboxEntry | undefined {
  const kind = isNew ? 'create' : 'update'
  return registrationEntries.findLast(({ deed, state }) => deed.kind === kind && state === 'rejected')
}

/**
 * Returns the values of a rejected entry. For an update these are its changes, with the version of the row that they
 * change.
 */
export const getEntryValues = ({ body, deed }: OutboxEntry): Values =>
  deed.kind === 'update' ? { ...body, version: deed.baseVersion } : body

/**
 * Lists the server's issues by field. When the server named no field, one issue with an empty path, for the whole form.
 */
export function toFieldIssues({
  problems = [],
  trouble,
  msg,
}: Pick<OutboxEntry, 'problems' | 'trouble' | 'msg'>): readonly FieldIssue[] {
  if (problems.length > 0) return problems
  return [{ path: '', key: trouble?.key ?? '', text: msg ?? '' }]
}

/**
 * Lists the issues of a rejection that are still open. Leaves out those of fields that the user has changed since.
 * Files cannot be compared, so an issue of a file stays until another file is chosen.
 */
export function listOpenIssues(
  entry: OutboxEntry,
  form: Pick<ModuleForm, 'body' | 'files'>,
): readonly FieldIssue[] {
  const body = form.body()
  const files = new Set(form.files().map(({ field }) => field))
  return toFieldIssues(entry).filter(({ path }) => {
    const field = getFieldName(path)
    if (path === '' || files.has(field)) return true
    return JSON.stringify(body[field]) === JSON.stringify(entry.body[field])
  })
}
