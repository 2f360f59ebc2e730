import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useIsOffline } from '#platform/connectivity.ts'
import { Button } from '#ui/Button.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import { PullToRefresh } from '#ui/PullToRefresh.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'
import { NewsCards } from './NewsCards.tsx'
import { NewsSkeleton } from './NewsSkeleton.tsx'
import { uniqueRows, type newsListQuery } from './queries.ts'
import styles from './NewsList.module.css'

/** Lists news with a button to load more. @param hasLead the first one stands out */
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
    <PullToRefresh onRefresh={news.refetch}>
      <NewsCards rows={rows} hasLead={hasLead} />
      {news.hasNextPage && (
        <div className={styles.more}>
          {news.isFetchNextPageError && <p role="alert">{t('moreFailed')}</p>}
          <Button busy={news.isFetchingNextPage} onClick={() => void news.fetchNextPage()}>
            {t('loadMore', { ns: 'common' })}
          </Button>
        </div>
      )}
    </PullToRefresh>
  )
}
