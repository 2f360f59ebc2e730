import { useTranslation } from 'react-i18next'
import { Button } from '#ui/Button.tsx'
import { SheetBody, SheetFooter } from '#ui/SheetBody.tsx'
import type { BulkRun } from './use-bulk-run.ts'
import styles from './BulkSheet.module.css'

/** Shows the progress of a run, and a button to stop it. */
export function BulkProgress({
  run: { triedCount: tried, total },
  onStop,
}: {
  run: BulkRun
  onStop: () => void
}) {
  const { t } = useTranslation('console')
  return (
    <>
      <SheetBody>
        <progress className={styles.progress} value={tried} max={total} aria-label={t('bulk.progress')} />
        <p className={styles.count}>{t('bulk.tried', { tried, total })}</p>
      </SheetBody>
      <SheetFooter>
        <Button onClick={onStop}>{t('export.cancel')}</Button>
      </SheetFooter>
    </>
  )
}
