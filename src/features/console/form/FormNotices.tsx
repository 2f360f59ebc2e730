import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldIssue } from '#contract/envelope.ts'
import type { Values } from '#contract/form/form-shape.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ModuleForm } from '#features/forms'
import { useMinute } from '#lib/use-minute.ts'
import { discardEntry, EntryStatus, NotStoredNotice, type Draft } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import type { Row } from '../data/console-api.ts'
import { isScheduled } from '../field-values/is-scheduled.ts'
import { Note } from './Note.tsx'
import { OverlapNote } from './OverlapNote.tsx'
import { RestoreNote } from './RestoreNote.tsx'
import type { SubmitRecordState } from './use-submit-record.ts'

/** What should be known above the form: whose letters stand in it, and what became of what was handed in. */
export function FormNotices({
  metadata,
  form,
  row,
  draft,
  sending,
  onAccept,
}: {
  metadata: ModuleMetadata
  form: ModuleForm
  row: Row | undefined
  draft: Draft<Values>
  sending: SubmitRecordState
  /** The person wants to save beside these. */
  onAccept: (overlaps: readonly FieldIssue[]) => void
}) {
  const { t } = useTranslation('console')
  const nowMs = useMinute()
  const { pending, failure, overlaps } = sending
  // Said of what stood there when the form was opened, not of what is typed now.
  const [isRestored, setRestored] = useState(() => Object.keys(form.typed).length > 0)
  const throwAway = async () => {
    setRestored(false)
    form.replace({})
    if (pending) await discardEntry(pending.id)
    await draft.drop()
  }
  const isDeleted = pending?.state === 'rejected' && pending.trouble?.key === 'row.deleted'
  const isNewer = row !== undefined && form.version !== undefined && row.version > form.version
  return (
    <>
      {pending && !overlaps && <EntryStatus entry={pending} />}
      {overlaps && (
        <OverlapNote
          form={form}
          overlaps={overlaps}
          isBusy={sending.isBusy}
          onAccept={() => onAccept(overlaps)}
        />
      )}
      {failure !== undefined && <NotStoredNotice error={failure} />}
      {isRestored && (
        <Note icon="note" text={t(pending ? 'form.waits' : 'form.restored')}>
          <Button onClick={() => void throwAway()}>{t('form.throwAway')}</Button>
        </Note>
      )}
      {row && isDeleted && metadata.permissions.includes('history') && (
        <RestoreNote module={metadata.name} id={row.id} />
      )}
      {isNewer && <Note icon="info" text={t('form.newer')} />}
      {isScheduled(metadata, form.values, nowMs) && <Note icon="info" text={t('form.scheduled')} />}
      {row?.permissions?.update === false && <Note icon="lock" text={t('form.rightsGone')} />}
    </>
  )
}
