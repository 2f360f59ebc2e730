import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { Button } from '#ui/Button.tsx'
import { SheetBody, SheetFooter } from '#ui/SheetBody.tsx'
import { useValueLabels } from '../field-values/use-value-words.ts'
import { rowTitle } from '../field-values/row-title.ts'
import type { BulkResult } from './run-bulk.ts'
import styles from './BulkSheet.module.css'

/** Refused rows that are listed; all of them stay chosen. */
const mostListed = 100

/** What became of it: with how many it was done, which were refused and why, which were not reached. */
export function BulkResultSummary({
  metadata,
  result: { done, refused, left, stop },
  isUndoing,
  onGoOn,
  onAccept,
  onUndo,
  onClose,
}: {
  metadata: ModuleMetadata
  result: BulkResult
  /** What was done was taken back. */
  isUndoing: boolean
  /** Goes on with what is left, where it was stopped. */
  onGoOn: (() => void) | undefined
  /** Does it all the same with rows that would stand beside others in one place at one time. */
  onAccept: () => void
  /** Takes all of it back, where that can be. */
  onUndo: (() => void) | undefined
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  const words = useValueLabels(metadata, [], [])
  const overlapping = refused.filter(({ overlaps }) => overlaps).length
  const place = useRef<HTMLParagraphElement>(null)
  // Where the progress stood: whoever cannot see it hears how it ended.
  useEffect(() => place.current?.focus(), [])
  return (
    <>
      <SheetBody>
        <p ref={place} tabIndex={-1}>
          <strong>{t(isUndoing ? 'bulk.undone' : 'bulk.done', { count: done.length })}</strong>
        </p>
        {stop && (
          <p role="alert">
            {t(`bulk.stop.${stop}`)} {t('bulk.left', { count: left.length })}
          </p>
        )}
        {refused.length > 0 && (
          <>
            <p>{t('bulk.refused', { count: refused.length })}</p>
            <ul className={styles.list}>
              {refused.slice(0, mostListed).map(({ row, reason }) => (
                <li key={row.id} className={styles.row}>
                  <span className={styles.name}>{rowTitle(metadata, row, words) || t('list.untitled')}</span>
                  <span className={styles.why}>{reason || t('bulk.noReason')}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </SheetBody>
      <SheetFooter>
        {onUndo && <Button onClick={onUndo}>{t('bulk.undo', { count: done.length })}</Button>}
        {overlapping > 0 && !stop && (
          <Button onClick={onAccept}>{t('bulk.accept', { count: overlapping })}</Button>
        )}
        {onGoOn && <Button onClick={onGoOn}>{t('bulk.goOn')}</Button>}
        <Button look="filled" onClick={onClose}>
          {t('bulk.close')}
        </Button>
      </SheetFooter>
    </>
  )
}
