import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from '@tanstack/react-router'
import { useIsOffline } from '#platform/connectivity.ts'
import { Button } from '#ui/Button.tsx'
import { LoadState, EmptyState, SkeletonLines } from '#ui/LoadState.tsx'
import { PullToRefresh } from '#ui/PullToRefresh.tsx'
import { useLocalized } from '#platform/locale.ts'
import { FallbackLanguageTag } from '#ui/InlineText.tsx'
import { useForumTime } from '#platform/forum-time.ts'
import { getFileUrl } from '#platform/api.ts'
import { uniqueRows, type newsListQuery, type NewsRow } from './queries.ts'
import styles from './NewsList.module.css'
import cardStyles from './NewsCard.module.css'
import { DecorativeImage } from './DecorativeImage.tsx'

/** Loads and lists news with a button to load more. @param hasLead true when the first one has a large picture */
export function NewsList({
  query,
  hasLead = false,
}: {
  /** Query of the list: of all news, or of a category. */
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

/** Number of placeholder cards: as many as a phone or tablet shows at once. */
const skeletonCardCount = 6

/** Placeholder of the list of news in its final layout. */
function NewsSkeleton({ hasLead }: { hasLead: boolean }) {
  const { t } = useTranslation('common')
  return (
    <output aria-label={t('loading')}>
      <span className={styles.list} aria-hidden="true">
        {Array.from({ length: skeletonCardCount }, (_, index) => {
          const isLead = hasLead && index === 0
          return (
            <span key={index} className={isLead ? styles.lead : undefined}>
              <span className={`${cardStyles.card} ${isLead ? cardStyles.lead : ''}`}>
                <span className={cardStyles.cover} />
                <span className={cardStyles.text}>
                  <SkeletonLines lines={3} />
                </span>
              </span>
            </span>
          )
        })}
      </span>
    </output>
  )
}

/** Shows the given news, in columns where there is room. @param hasLead true when the first one has a large picture */
export function NewsCards({ rows, hasLead = false }: { rows: readonly NewsRow[]; hasLead?: boolean }) {
  return (
    <ul className={styles.list}>
      {rows.map((row, index) => (
        <li key={row.id} className={hasLead && index === 0 ? styles.lead : undefined}>
          <NewsCard row={row} isLead={hasLead && index === 0} />
        </li>
      ))}
    </ul>
  )
}

/** A news article in a list. @param isLead with a large picture */
function NewsCard({ row, isLead = false }: { row: NewsRow; isLead?: boolean }) {
  const pick = useLocalized()
  const time = useForumTime()
  const title = pick(row.title)
  const summary = pick(row.summary)
  const className = isLead && row.cover ? `${cardStyles.card} ${cardStyles.lead}` : cardStyles.card
  return (
    <Link to="/article/view/$no" params={{ no: row.no }} className={className}>
      {row.cover && (
        <DecorativeImage
          className={cardStyles.cover}
          src={getFileUrl(row.cover.no)}
          width={1200}
          height={675}
          lazy={!isLead}
        />
      )}
      <div className={cardStyles.text}>
        <h2 className={cardStyles.title} lang={title.locale}>
          {title.text}
        </h2>
        {summary.text && (
          <p className={cardStyles.summary} lang={summary.locale}>
            {summary.text}
          </p>
        )}
        <p className={cardStyles.facts}>
          <time dateTime={row.published_at}>{time.date(row.published_at)}</time>
          <FallbackLanguageTag locale={title.locale} />
        </p>
      </div>
    </Link>
  )
}
