import type { FieldIssue } from '#contract/envelope.ts'
import { findFieldByPath, type Values } from '#contract/form/form-shape.ts'
import type { ModuleForm } from '#features/forms'
import type { OutboxEntry } from '#outbox/index.ts'

/**
 * What its form can mend: a registration that the server did not take, or changes of one that it has.
 * @param about what was sent about the registration; for a new one, all that was sent of its kind
 */
export function findRejectedEntry(about: readonly OutboxEntry[], isNew: boolean): OutboxEntry | undefined {
  const kind = isNew ? 'create' : 'update'
  return about.findLast(({ deed, state }) => deed.kind === kind && state === 'rejected')
}

/** What was refused as the form takes it: typed over the version that its change was of. */
export const valuesOf = ({ body, deed }: OutboxEntry): Values =>
  deed.kind === 'update' ? { ...body, version: deed.baseVersion } : body

/** What the server said, by field; as a whole where it named none. */
export function toFieldIssues({
  problems = [],
  trouble,
  msg,
}: Pick<OutboxEntry, 'problems' | 'trouble' | 'msg'>): readonly FieldIssue[] {
  if (problems.length > 0) return problems
  return [{ path: '', key: trouble?.key ?? '', text: msg ?? '' }]
}

/**
 * What of a refusal still holds: not what was changed since. A file cannot be compared with the one that was refused, and
 * is told of until another one is chosen.
 */
export function listOpenIssues(
  entry: OutboxEntry,
  form: Pick<ModuleForm, 'body' | 'files'>,
): readonly FieldIssue[] {
  const body = form.body()
  const files = new Set(form.files().map(({ field }) => field))
  return toFieldIssues(entry).filter(({ path }) => {
    const field = findFieldByPath(path)
    if (path === '' || files.has(field)) return true
    return JSON.stringify(body[field]) === JSON.stringify(entry.body[field])
  })
}
