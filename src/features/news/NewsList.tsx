import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/Button.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import { RefreshByPull } from '#ui/RefreshByPull.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'
import { NewsCard } from './NewsCard.tsx'
import { uniqueRows, type newsListQuery } from './queries.ts'
import styles from './NewsList.module.css'

/** News under each other, with more at a touch. */
export function NewsList({ query }: { query: ReturnType<typeof newsListQuery> }) {
  const { t } = useTranslation(['news', 'common'])
  const news = useInfiniteQuery(query)
  if (!news.data) return <LoadState failed={news.isError} retry={() => void news.refetch()} />
  const rows = uniqueRows(news.data.pages)
  if (rows.length === 0) return <EmptyState title={t('empty.title')} text={t('empty.text')} />
  return (
    <RefreshByPull onRefresh={news.refetch}>
      <ul className={styles.list}>
        {rows.map((row) => (
          <li key={row.id}>
            <NewsCard row={row} />
          </li>
        ))}
      </ul>
      {news.hasNextPage && (
        <div className={styles.more}>
          <Button busy={news.isFetchingNextPage} onClick={() => void news.fetchNextPage()}>
            {t('loadMore', { ns: 'common' })}
          </Button>
        </div>
      )}
    </RefreshByPull>
  )
}
