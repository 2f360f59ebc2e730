import { sideMeetings } from '#contract/modules/side-meetings.ts'
import type { Locale } from '#contract/locale.ts'
import type { ModuleForm } from '#features/forms'
import { newId, reviseEntry, submit, type OutboxEntry } from '#outbox/index.ts'
import { textOf, type Application } from './applications.ts'
import { moduleName } from './queries.ts'

export const formPath = '/user/side-meetings'

/** Hands the form to the outbox: a new application, a change of one, or in the place of what has not arrived yet. */
export function sendMeeting(
  form: Pick<ModuleForm, 'body' | 'values'>,
  application: Application | undefined,
  locale: Locale,
): Promise<OutboxEntry> {
  const { row, entry } = application ?? {}
  const body = form.body()
  if (entry && entry.state !== 'done' && entry.deed.kind !== 'action') return reviseEntry(entry.id, body)
  const title = `${sideMeetings.label[locale]} · ${textOf(form.values, 'name')}`
  const entityId = row?.id ?? newId()
  return submit({
    module: moduleName,
    entityId,
    deed: row ? { kind: 'update', baseVersion: row.version } : { kind: 'create' },
    body,
    title,
    formPath: `${formPath}?form=${encodeURIComponent(entityId)}`,
  })
}
