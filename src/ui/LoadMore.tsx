import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import styles from './LoadMore.module.css'

/** Under a list that appends pages: how much of it is there, and the way to more. */
export function LoadMore({
  shown,
  total,
  busy,
  failed,
  onMore,
}: {
  shown: number
  total: number
  busy: boolean
  /** The last page did not come. */
  failed: boolean
  /** Absent when there is no more. */
  onMore: (() => void) | undefined
}) {
  const { t } = useTranslation('common')
  return (
    <div className={styles.more}>
      <output className={styles.count}>{t('shownOf', { shown, total })}</output>
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
