import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import styles from './LoadMore.module.css'

/** Shown under a list that appends pages: the number of loaded rows, and a button that loads more. */
export function LoadMore({
  shownCount,
  total,
  busy,
  failed,
  onMore,
}: {
  /** Number of loaded rows. */
  shownCount: number
  /** Number of rows that the list has on the server. */
  total: number
  /** True while a page is loading. */
  busy: boolean
  /** True when the last page could not be loaded. */
  failed: boolean
  /** Undefined when all rows are loaded. */
  onMore: (() => void) | undefined
}) {
  const { t } = useTranslation('common')
  return (
    <div className={styles.more}>
      <output className={styles.count}>{t('shownOf', { shown: shownCount, total })}</output>
      {failed && (
        <p role="alert" className={styles.failure}>
          {t('moreFailed')}
        </p>
      )}
      {onMore && (
        <Button busy={busy} onClick={onMore}>
          {t(failed ? 'retry' : 'loadMore')}
        </Button>
      )}
    </div>
  )
}
