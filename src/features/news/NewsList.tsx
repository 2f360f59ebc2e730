import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useIsOffline } from '#lib/connectivity.ts'
import { Button } from '#ui/Button.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import { RefreshByPull } from '#ui/RefreshByPull.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'
import { NewsCard } from './NewsCard.tsx'
import { NewsSkeleton } from './NewsSkeleton.tsx'
import { uniqueRows, type newsListQuery } from './queries.ts'
import styles from './NewsList.module.css'

/** News under each other, with more at a touch. @param hasLead the first one stands out */
export function NewsList({
  query,
  hasLead = false,
}: {
  query: ReturnType<typeof newsListQuery>
  hasLead?: boolean
}) {
  const { t } = useTranslation(['news', 'common'])
  const isOffline = useIsOffline()
  const news = useInfiniteQuery(query)
  if (!news.data) {
    if (!news.isError && !isOffline) return <NewsSkeleton hasLead={hasLead} />
    return <LoadState failed={news.isError} retry={() => void news.refetch()} />
  }
  const rows = uniqueRows(news.data.pages)
  if (rows.length === 0) return <EmptyState title={t('empty.title')} text={t('empty.text')} />
  return (
    <RefreshByPull onRefresh={news.refetch}>
      <ul className={styles.list}>
        {rows.map((row, place) => (
          <li key={row.id} className={hasLead && place === 0 ? styles.lead : undefined}>
            <NewsCard row={row} isLead={hasLead && place === 0} />
          </li>
        ))}
      </ul>
      {news.hasNextPage && (
        <div className={styles.more}>
          {news.isFetchNextPageError && <p role="alert">{t('moreFailed')}</p>}
          <Button busy={news.isFetchingNextPage} onClick={() => void news.fetchNextPage()}>
            {t('loadMore', { ns: 'common' })}
          </Button>
        </div>
      )}
    </RefreshByPull>
  )
}
