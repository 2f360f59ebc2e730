import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { Button } from '#ui/Button.tsx'
import { SheetBody, SheetFooter } from '#ui/Sheet.tsx'
import { useValueLabels, formatRowTitle } from '../field-values/field-text.ts'
import type { BulkResult } from './run-bulk.ts'
import styles from './BulkSheet.module.css'

/** Maximum number of rejected rows that are listed; all of them stay chosen. */
const maxListed = 100

/** Shows the result of a run: number of successes, rejected rows with reasons, and the number of remaining rows. */
export function BulkResultSummary({
  metadata,
  result: { succeeded, rejected, remaining, abortReason },
  isUndoing,
  onResume,
  onAccept,
  onUndo,
  onClose,
}: {
  metadata: ModuleMetadata
  result: BulkResult
  /** The run undid an operation. */
  isUndoing: boolean
  /** Resumes a stopped run with the remaining rows; undefined where the run was not stopped, or cannot resume. */
  onResume: (() => void) | undefined
  /** Accepts the overlaps of rejected rows and runs them again. */
  onAccept: () => void
  /** Undoes the operation on the rows that succeeded; undefined where it cannot be undone. */
  onUndo: (() => void) | undefined
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  const labels = useValueLabels(metadata, [], [])
  const overlappingCount = rejected.filter(({ overlaps }) => overlaps).length
  const heading = useRef<HTMLParagraphElement>(null)
  // A screen reader reads the result where the progress was.
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <SheetBody>
        <p ref={heading} tabIndex={-1}>
          <strong>{t(isUndoing ? 'bulk.undone' : 'bulk.done', { count: succeeded.length })}</strong>
        </p>
        {abortReason && (
          <p role="alert">
            {t(`bulk.stop.${abortReason}`)} {t('bulk.left', { count: remaining.length })}
          </p>
        )}
        {rejected.length > 0 && (
          <>
            <p>{t('bulk.refused', { count: rejected.length })}</p>
            <ul className={styles.list}>
              {rejected.slice(0, maxListed).map(({ row, reason }) => (
                <li key={row.id} className={styles.row}>
                  <span className={styles.name}>
                    {formatRowTitle(metadata, row, labels) || t('list.untitled')}
                  </span>
                  <span className={styles.why}>{reason || t('bulk.noReason')}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </SheetBody>
      <SheetFooter>
        {onUndo && <Button onClick={onUndo}>{t('bulk.undo', { count: succeeded.length })}</Button>}
        {overlappingCount > 0 && !abortReason && (
          <Button onClick={onAccept}>{t('bulk.accept', { count: overlappingCount })}</Button>
        )}
        {onResume && <Button onClick={onResume}>{t('bulk.goOn')}</Button>}
        <Button variant="filled" onClick={onClose}>
          {t('bulk.close')}
        </Button>
      </SheetFooter>
    </>
  )
}
