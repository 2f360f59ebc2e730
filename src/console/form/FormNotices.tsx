import { useState, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldIssue } from '#contract/envelope.ts'
import type { Values } from '#contract/form/form-shape.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { type ModuleForm, useIssueMessage } from '#forms/index.ts'
import { useMinute } from '#platform/server-clock.ts'
import { discardEntry, EntryStatus, NotStoredNotice, type Draft } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import type { Row } from '../data/console-api.ts'
import { isScheduled } from '../field-values/Scheduled.tsx'
import { Note } from '../field-controls/Note.tsx'
import { describeRestoreFailure } from '../history/restore-row.ts'
import { useRestoreDeleted } from '../history/restore-row.ts'
import { Icon } from '#ui/Icon.tsx'
import noteStyles from '../field-controls/Note.module.css'
import type { SubmitRecordState } from './use-submit-record.ts'
import styles from './RecordForm.module.css'

/** Shows notices above the form: restored drafts, and the state of the submitted entry. */
export function FormNotices({
  metadata,
  form,
  row,
  draft,
  submission,
  onAccept,
}: {
  metadata: ModuleMetadata
  form: ModuleForm
  /** The server's row; undefined for a new one. */
  row: Row | undefined
  draft: Draft<Values>
  submission: SubmitRecordState
  /** Called when the user accepts the overlaps. */
  onAccept: (overlaps: readonly FieldIssue[]) => void
}) {
  const { t } = useTranslation('console')
  const nowMs = useMinute()
  const { pendingEntry, failure, overlaps } = submission
  // Refers to the values at the opening of the form, not to later input.
  const [isRestored, setRestored] = useState(() => Object.keys(form.typedValues).length > 0)
  const discard = async () => {
    setRestored(false)
    form.replace({})
    if (pendingEntry) await discardEntry(pendingEntry.id)
    await draft.drop()
  }
  const isDeleted = pendingEntry?.state === 'rejected' && pendingEntry.trouble?.key === 'row.deleted'
  // `form.version` is the version that the user began to edit.
  const isServerRowNewer = row !== undefined && form.version !== undefined && row.version > form.version
  return (
    <>
      {pendingEntry && !overlaps && <EntryStatus entry={pendingEntry} />}
      {overlaps && (
        <OverlapNote
          form={form}
          overlaps={overlaps}
          isBusy={submission.isBusy}
          onAccept={() => onAccept(overlaps)}
        />
      )}
      {failure !== undefined && <NotStoredNotice error={failure} />}
      {isRestored && (
        <Note icon="note" text={t(pendingEntry ? 'form.waits' : 'form.restored')}>
          <Button onClick={() => void discard()}>{t('form.throwAway')}</Button>
        </Note>
      )}
      {row && isDeleted && metadata.permissions.includes('history') && (
        <RestoreNote module={metadata.name} id={row.id} />
      )}
      {isServerRowNewer && <Note icon="info" text={t('form.newer')} />}
      {isScheduled(metadata, form.values, nowMs) && <Note icon="info" text={t('form.scheduled')} />}
      {row?.permissions?.update === false && <Note icon="lock" text={t('form.rightsGone')} />}
    </>
  )
}

/** Offers to restore a record that was deleted while it was edited; the input stays in the form. */
function RestoreNote({ module, id }: { module: string; id: string }) {
  const { t } = useTranslation('console')
  const restore = useRestoreDeleted(module, id)
  if (restore.isSuccess) return <Note icon="info" text={t('form.broughtBack')} />
  return (
    <>
      <Note icon="info" text={t('form.deleted')}>
        <Button busy={restore.isPending} onClick={() => restore.mutate()}>
          {t('deleted.restore')}
        </Button>
      </Note>
      {restore.error && <p role="alert">{describeRestoreFailure(restore.error, t)}</p>}
    </>
  )
}

/**
 * Asks whether to save a record that overlaps with others in one room. No field is invalid, so no field is marked. The
 * notice takes the focus and scrolls into view, because the form may be long. The param `row` of an overlap is the id
 * of the other row.
 */
function OverlapNote({
  form,
  overlaps,
  isBusy,
  onAccept,
}: {
  form: ModuleForm
  overlaps: readonly FieldIssue[]
  isBusy: boolean
  onAccept: () => void
}) {
  const { t } = useTranslation('console')
  const formatIssue = useIssueMessage(form.shape)
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <div ref={note} role="alert" tabIndex={-1} className={`${noteStyles.note} ${styles.overlaps}`}>
      <Icon name="warning" size={20} />
      <div>
        <p>{t('overlaps.text')}</p>
        <ul>
          {overlaps.map((overlap) => (
            <li key={`${overlap.path} ${overlap.params?.['row']}`}>{formatIssue(overlap)}</li>
          ))}
        </ul>
      </div>
      <Button busy={isBusy} onClick={onAccept}>
        {t('overlaps.accept')}
      </Button>
    </div>
  )
}
