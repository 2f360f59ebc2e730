import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ArticleNeighbour } from '#contract/articles.ts'
import { Screen } from '#ui/Screen.tsx'
import { useDocumentTitle } from '#platform/forum.ts'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyState, LoadState, SkeletonLines } from '#ui/LoadState.tsx'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocalized } from '#platform/locale.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { ShareButton } from '#ui/ShareButton.tsx'
import { Icon } from '#ui/Icon.tsx'
import { articleQuery } from './article-queries.ts'
import { usePrefetchNewestArticles } from './prefetch-newest-articles.ts'
import { type FoundArticle, type NewsRow, findListedArticle } from './queries.ts'
import styles from './ArticleScreen.module.css'
import { ArticleHead, ArticleContent } from './ArticleContent.tsx'
import footStyles from './ArticleFoot.module.css'

/** Page of an article by its number: news, a document with its file, or a question with its answer. */
export function ArticleScreen({ no }: { no: string }) {
  const article = useQuery(articleQuery(no))
  usePrefetchNewestArticles(article.isSuccess)
  if (!article.data)
    return <ArticlePlaceholder no={no} failed={article.isError} retry={() => void article.refetch()} />
  if (article.data.module === 'none') return <ArticleNotFound wasCached={article.data.wasHere} />
  return (
    <Screen>
      <article className={styles.article}>
        <ArticleContent article={article.data} />
        <ArticleFoot article={article.data} />
      </article>
    </Screen>
  )
}

/**
 * Shown when no article has the number, or when it was withdrawn.
 * @param wasCached true when this device had it before
 */
function ArticleNotFound({ wasCached }: { wasCached: boolean }) {
  const { t } = useTranslation('news')
  const reason = wasCached ? 'withdrawn' : 'missing'
  useDocumentTitle(t(`${reason}.title`))
  return (
    <EmptyState
      level={1}
      title={t(`${reason}.title`)}
      text={t(`${reason}.text`)}
      action={
        <Link to="/news" className={buttonClass('filled')}>
          {t('allNews')}
        </Link>
      }
    />
  )
}

/** An article that is loading or unavailable, with what the list already knows of it. */
function ArticlePlaceholder({ no, failed, retry }: { no: string; failed: boolean; retry: () => void }) {
  const { t } = useTranslation('common')
  const isOffline = useIsOffline()
  const listedRow = findListedArticle(useQueryClient(), no)
  const isLoading = !failed && !isOffline
  return (
    <Screen>
      <div className={styles.article}>
        {listedRow && <ListedHead row={listedRow} />}
        {isLoading ? (
          <output aria-label={t('loading')} className={styles.coming}>
            {!listedRow && <SkeletonLines lines={2} />}
            <SkeletonLines lines={5} />
            <SkeletonLines lines={4} />
          </output>
        ) : (
          <LoadState failed={failed} retry={retry} />
        )}
      </div>
    </Screen>
  )
}

/** Head and summary of a news article from the list, shown until its text has loaded. */
function ListedHead({ row }: { row: NewsRow }) {
  const time = useForumTime()
  const summary = useLocalized()(row.summary)
  return (
    <>
      <ArticleHead row={row} date={time.date(row.published_at)} />
      {summary.text && (
        <p className={styles.summary} lang={summary.locale}>
          {summary.text}
        </p>
      )}
    </>
  )
}

/** The screen that lists each kind of article, and the locale key of its link. */
const lists = {
  informations: { to: '/news', label: 'allNews' },
  documents: { to: '/download', label: 'allDocuments' },
  qa: { to: '/qa', label: 'allQuestions' },
} as const

/** Share button, links to the neighbours and to the list of an article. */
function ArticleFoot({ article }: { article: FoundArticle }) {
  const { t } = useTranslation('news')
  const pick = useLocalized()
  const { previous, next } = article
  const list = lists[article.module]
  return (
    <footer className={footStyles.foot} data-print="off">
      <div className={footStyles.actions}>
        <ShareButton title={pick(article.row.title).text} />
        <Link to={list.to} className={buttonClass('quiet')}>
          {t(list.label)}
        </Link>
      </div>
      {(previous ?? next) && (
        <nav className={footStyles.neighbours} aria-label={t('neighbours')}>
          {previous && <Neighbour article={previous} direction="previous" />}
          {next && <Neighbour article={next} direction="next" />}
        </nav>
      )}
    </footer>
  )
}

function Neighbour({ article, direction }: { article: ArticleNeighbour; direction: 'previous' | 'next' }) {
  const { t } = useTranslation('news')
  const title = useLocalized()(article.title)
  return (
    <Link
      to="/article/view/$no"
      params={{ no: article.no }}
      rel={direction === 'previous' ? 'prev' : 'next'}
      className={`${footStyles.neighbour} ${footStyles[direction]}`}
    >
      <span className={footStyles.direction}>
        <Icon name={direction === 'previous' ? 'back' : 'forward'} size={16} />
        {t(direction)}
      </span>
      <span className={footStyles.title} lang={title.locale}>
        {title.text}
      </span>
    </Link>
  )
}
