import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Screen } from '#ui/Screen.tsx'
import { useDocumentTitle } from '#platform/document-title.ts'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'
import { categoriesQuery } from '#platform/article-categories.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocalized, useLocale } from '#platform/locale.ts'
import { DocumentCard, type DocumentRow } from '#features/articles/downloads'
import { getFileUrl } from '#platform/api.ts'
import { pickRichText } from '#platform/rich-text.ts'
import { FallbackLanguageTag } from '#ui/FallbackLanguageTag.tsx'
import { RichText } from '#ui/RichText.tsx'
import { useIsOffline } from '#platform/connectivity.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { ArticleFoot } from './ArticleFoot.tsx'
import { articleQuery } from './article-queries.ts'
import { usePrefetchNewestArticles } from './prefetch-newest-articles.ts'
import type { FoundArticle, NewsDetail, QuestionDetail, NewsRow } from './rows.ts'
import styles from './ArticleScreen.module.css'
import { ArticleHead } from './ArticleHead.tsx'
import { articleDetailQuery } from './article-details.ts'
import { DecorativeImage } from './DecorativeImage.tsx'
import { ArticleLinks } from './ArticleLinks.tsx'
import { relatedQuestionsQuery } from './queries.ts'
import { findListedArticle } from './find-listed.ts'

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
        <Content article={article.data} />
        <ArticleFoot article={article.data} />
      </article>
    </Screen>
  )
}

function Content({ article }: { article: FoundArticle }) {
  switch (article.module) {
    case 'informations':
      return <NewsArticle row={article.row} />
    case 'documents':
      return <DocumentArticle row={article.row} />
    case 'qa':
      return <QuestionArticle row={article.row} />
    default:
      return article satisfies never
  }
}

/** Shown when no article has the number, or when it was withdrawn after this device had shown it. */
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

/** A document with its facts and its file's actions. */
function DocumentArticle({ row: initialRow }: { row: DocumentRow }) {
  const { data: row = initialRow } = useQuery(articleDetailQuery('documents', initialRow.id))
  const { data: categories } = useQuery(categoriesQuery())
  const time = useForumTime()
  const pick = useLocalized()
  const category = categories?.find(({ id }) => id === row.category)
  return (
    <>
      <ArticleHead row={row} date={time.date(row.published_at)} />
      <ul className={styles.file}>
        <DocumentCard row={row} category={category && pick(category.name).text} level={2} />
      </ul>
    </>
  )
}

/** A news article: summary, picture, text. */
function NewsArticle({ row: initialRow }: { row: NewsDetail }) {
  const { t } = useTranslation('news')
  const { data: row = initialRow } = useQuery(articleDetailQuery('informations', initialRow.id))
  const time = useForumTime()
  const locale = useLocale()
  const pick = useLocalized()
  const title = pick(row.title)
  const body = pickRichText(row.body, locale)
  const summary = pick(row.summary)
  return (
    <>
      <ArticleHead row={row} date={time.date(row.published_at)} />
      {summary.text && (
        <p className={styles.summary} lang={summary.locale}>
          {summary.text}
        </p>
      )}
      {row.cover && (
        <DecorativeImage className={styles.cover} src={getFileUrl(row.cover.no)} width={1200} height={675} />
      )}
      {body.locale !== title.locale && (
        <p className={styles.mark}>
          <FallbackLanguageTag locale={body.locale} />
        </p>
      )}
      {body.document === undefined && !summary.text ? (
        <p className={styles.none}>{t('noText')}</p>
      ) : (
        <RichText value={body.document} lang={body.locale} />
      )}
    </>
  )
}

/** A question as the title, its answer, and other questions of the same category. */
function QuestionArticle({ row: initialRow }: { row: QuestionDetail }) {
  const { t } = useTranslation('news')
  const { data: row = initialRow } = useQuery(articleDetailQuery('qa', initialRow.id))
  const time = useForumTime()
  const locale = useLocale()
  const title = useLocalized()(row.title)
  const body = pickRichText(row.body, locale)
  return (
    <>
      <ArticleHead row={row} date={t('asked', { date: time.date(row.published_at) })} />
      {body.locale !== title.locale && (
        <p className={styles.mark}>
          <FallbackLanguageTag locale={body.locale} />
        </p>
      )}
      {body.document === undefined ? (
        <p className={styles.none}>{t('noAnswer')}</p>
      ) : (
        <RichText value={body.document} lang={body.locale} />
      )}
      {row.category && <RelatedQuestions category={row.category} id={row.id} />}
    </>
  )
}

function RelatedQuestions({ category, id }: { category: string; id: string }) {
  const { t } = useTranslation('news')
  const { data = [] } = useQuery(relatedQuestionsQuery(category))
  const others = data.filter((row) => row.id !== id)
  if (others.length === 0) return null
  return (
    <section className={styles.related} aria-labelledby="related" data-print="off">
      <h2 id="related">{t('related')}</h2>
      <ArticleLinks rows={others} />
      <Link to="/qa">{t('allQuestions')}</Link>
    </section>
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
