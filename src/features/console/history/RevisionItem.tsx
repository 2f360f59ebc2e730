import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { RowRevisionInfo } from '#contract/row-api.ts'
import { Button } from '#ui/Button.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import type { ValueLabels } from '../field-values/field-text.ts'
import { ChangeRows } from './ChangeRows.tsx'
import type { FieldChange } from './diff-revisions.ts'
import { useOperationLabel } from './use-operation-label.ts'
import styles from './RevisionItem.module.css'

/** One write: what was done, by whom, when, and both values of what it changed. */
export function RevisionItem({
  metadata,
  entry,
  changes,
  words,
  isNow,
  onRestore,
  onTakeBack,
}: {
  metadata: ModuleMetadata
  entry: RowRevisionInfo
  changes: readonly FieldChange[]
  words: ValueLabels
  /** It made the row what it is now. */
  isNow: boolean
  onRestore: () => void
  /** Absent where it cannot be taken back alone. */
  onTakeBack: (() => void) | undefined
}) {
  const { t } = useTranslation('console')
  const deed = useOperationLabel(metadata)(entry.deed)
  const time = words.time.dateTime(entry.at)
  const who = entry.actor?.name || t('history.server')
  return (
    <li className={styles.entry} aria-label={`${deed} · ${time}`}>
      <div className={styles.head}>
        <div className={styles.what}>
          <strong>{deed}</strong>
          <span className={styles.who}>{t('history.by', { who, time })}</span>
        </div>
        {isNow && <span className={styles.now}>{t('history.now')}</span>}
        {onTakeBack && (
          <Button onClick={onTakeBack}>
            {t('undo.button')}
            <VisuallyHidden> {deed}</VisuallyHidden>
          </Button>
        )}
        {!isNow && entry.deed !== 'delete' && (
          <Button onClick={onRestore}>
            {t('history.restore')}
            <VisuallyHidden> {time}</VisuallyHidden>
          </Button>
        )}
      </div>
      {entry.deed === 'create' ? (
        <details className={styles.all}>
          <summary>{t('history.firstValues', { count: changes.length })}</summary>
          <ChangeRows metadata={metadata} changes={changes} words={words} isFirst />
        </details>
      ) : (
        <ChangeRows metadata={metadata} changes={changes} words={words} />
      )}
    </li>
  )
}
