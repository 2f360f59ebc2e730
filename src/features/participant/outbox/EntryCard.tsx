import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { FieldIssue } from '#contract/envelope.ts'
import { getFieldName } from '#contract/form/form-shape.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { notify } from '#platform/notices.ts'
import {
  discardEntry,
  EntryStatus,
  findOverlaps,
  resendEntry,
  reviseEntry,
  withAcceptedOverlaps,
  type OutboxEntry,
} from '#outbox/index.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { VisuallyHidden } from '#ui/InlineText.tsx'
import { ConflictDetails, useEntryAction } from './ConflictDetails.tsx'
import styles from './EntryCard.module.css'
import { useModuleLabels } from './use-module-labels.ts'

/** Card of an outbox entry: title, status and buttons for what the user can do about it. */
export function EntryCard({ entry }: { entry: OutboxEntry }) {
  const { t } = useTranslation('outbox')
  const time = useForumTime()
  const runAction = useEntryAction()
  const { state, conflict, problems = [], formPath } = entry
  const overlaps = findOverlaps(entry)
  // The server has not taken an entry that it rejected. For any other one that was tried, it may have.
  const isPossiblyTaken = entry.isTried && state !== 'rejected' && state !== 'conflict'
  // Without the key that sealed an entry, its title and its form path are empty.
  const title = entry.title === '' ? t('unreadable') : entry.title
  return (
    <li className={styles.card} aria-label={title}>
      <div>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.when}>{t('savedAt', { time: time.dateTime(entry.createdAt) })}</p>
      </div>
      <EntryStatus entry={entry} />
      {problems.length > 0 && <IssueList module={entry.module} issues={problems} />}
      {conflict && <ConflictDetails entry={entry} conflict={conflict} />}
      {state !== 'done' && (
        <div className={styles.actions}>
          {state === 'expired' && (
            <Button variant="filled" onClick={() => runAction(resendEntry(entry.id))}>
              {t('sendAfterAll')}
            </Button>
          )}
          {overlaps && (
            <Button
              onClick={() =>
                runAction(reviseEntry(entry.id, withAcceptedOverlaps(entry.body, overlaps), undefined))
              }
            >
              {t('acceptOverlaps')}
              <VisuallyHidden> {title}</VisuallyHidden>
            </Button>
          )}
          {formPath !== '' && (
            <Link to={formPath} className={buttonClass(state === 'rejected' ? 'filled' : 'quiet')}>
              {t('edit')}
              <VisuallyHidden> {title}</VisuallyHidden>
            </Link>
          )}
          <Button disabled={state === 'sending'} onClick={() => runAction(confirmAndDiscard())}>
            {t('delete')}
            <VisuallyHidden> {title}</VisuallyHidden>
          </Button>
        </div>
      )}
    </li>
  )

  async function confirmAndDiscard(): Promise<void> {
    const isConfirmed = await confirmDialog({
      title: t('deleteTitle', { title }),
      text: isPossiblyTaken ? t('deleteTried') : t('deleteText'),
      yes: t('delete'),
      no: t('keep'),
    })
    if (isConfirmed && !(await discardEntry(entry.id))) notify({ kind: 'info', title: t('isSending') })
  }
}

/** Lists the server's issues by field, with the server's texts. */
function IssueList({ module, issues }: { module: string; issues: readonly FieldIssue[] }) {
  const labels = useModuleLabels(module)
  return (
    <ul className={styles.issues}>
      {issues.map(({ path, key, params, text }) => (
        // Several overlapping rows have the same path and key.
        <li key={`${path} ${key} ${params?.['row'] ?? ''}`}>
          <span className={styles.field}>{labels.formatLabel(getFieldName(path))}</span> {text ?? ''}
        </li>
      ))}
    </ul>
  )
}
