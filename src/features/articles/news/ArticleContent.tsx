import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { useDocumentTitle, useForum } from '#platform/forum.ts'
import { categoriesQuery } from '#platform/module-queries.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocalized, useLocale } from '#platform/locale.ts'
import { DocumentCard, type DocumentRow } from '#features/articles/downloads'
import { getFileUrl } from '#platform/api.ts'
import { pickRichText, RichText } from '#ui/RichText.tsx'
import { FallbackLanguageTag } from '#ui/InlineText.tsx'
import type { FoundArticle, NewsDetail, QuestionDetail, NewsRow } from './queries.ts'
import styles from './ArticleScreen.module.css'
import { articleDetailQuery } from './article-queries.ts'
import { DecorativeImage } from './DecorativeImage.tsx'
import { ArticleLinks } from './ArticleLinks.tsx'
import { relatedQuestionsQuery } from './queries.ts'
import headStyles from './ArticleHead.module.css'

/**
 * Content of an article by its kind: news, a document with its file, or a question with its answer. Each kind reads its
 * row from the query of details, which the query by number fills; until then it shows the row it is given.
 */
export function ArticleContent({ article }: { article: FoundArticle }) {
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

/** Title, category and date of an article; in print also the forum and the URL. */
export function ArticleHead({
  row,
  date,
}: {
  row: Pick<NewsRow, 'title' | 'category' | 'published_at'>
  /** The formatted date. */
  date: ReactNode
}) {
  const { t } = useTranslation('common')
  const pick = useLocalized()
  const locale = useLocale()
  const forum = useForum()
  const title = pick(row.title)
  useDocumentTitle(title.text)
  return (
    <header className={headStyles.head}>
      <div className={headStyles.printed}>{pick(forum.name).text}</div>
      <p className={headStyles.line}>
        <CategoryLink id={row.category} />
        <time dateTime={row.published_at}>{date}</time>
      </p>
      <h1 className={headStyles.title} lang={title.locale}>
        {title.text}
      </h1>
      {title.locale !== locale && <p className={headStyles.note}>{t('inOtherLanguage')}</p>}
      <div className={headStyles.printed}>{location.origin + location.pathname}</div>
    </header>
  )
}

/** Links to the page of a category; nothing when there is none or it has not loaded. */
function CategoryLink({ id }: { id: string | null | undefined }) {
  const pick = useLocalized()
  const { data: categories } = useQuery(categoriesQuery())
  const category = categories?.find((one) => one.id === id)
  if (!category) return null
  const name = pick(category.name)
  return (
    <Link
      to="/article/category/$id"
      params={{ id: category.id }}
      className={headStyles.category}
      lang={name.locale}
    >
      {name.text}
    </Link>
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

/** Links to other questions of a category. @param id of the question on screen, which is left out */
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
