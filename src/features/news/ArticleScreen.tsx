import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError, fileAddress } from '#lib/api.ts'
import { useDocumentTitle } from '#lib/document-title.ts'
import { useForumTime } from '#lib/forum-time.ts'
import { useLocale, useLocalized } from '#lib/locale.ts'
import { pickRichText } from '#lib/rich-text.ts'
import { DocumentCard } from '#features/downloads'
import { buttonClass } from '#ui/Button.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import { RichText } from '#ui/RichText.tsx'
import { Screen } from '#ui/Screen.tsx'
import { ShareButton } from '#ui/ShareButton.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'
import { articleQuery } from './queries.ts'

import type { Article, NewsDetail } from './rows.ts'
import styles from './ArticleScreen.module.css'

/** A reading page: a piece of news, or a document with its file. */
export function ArticleScreen({ no }: { no: string }) {
  const article = useQuery(articleQuery(no))
  if (article.data) return <ArticleText article={article.data} />
  if (article.error instanceof ApiError && article.error.status === 404) return <NoArticle />
  return (
    <Screen>
      <LoadState rows={2} failed={article.isError} retry={() => void article.refetch()} />
    </Screen>
  )
}

function ArticleText({ article }: { article: Article }) {
  const { t } = useTranslation(['news', 'common'])
  const pick = useLocalized()
  const locale = useLocale()
  const time = useForumTime()
  const { row } = article
  const title = pick(row.title)
  useDocumentTitle(title.text)
  return (
    <Screen>
      <article className={styles.article}>
        <header className={styles.head}>
          <time className={styles.date} dateTime={row.published_at}>
            {time.date(row.published_at)}
          </time>
          <h1 className={styles.title} lang={title.locale}>
            {title.text}
          </h1>
          {title.locale !== locale && <p className={styles.note}>{t('common:inOtherLanguage')}</p>}
        </header>
        {article.module === 'informations' ? (
          <NewsBody row={article.row} />
        ) : (
          <ul className={styles.file}>
            <DocumentCard row={article.row} category={undefined} />
          </ul>
        )}
        <footer className={styles.foot}>
          <ShareButton title={title.text} />
          <Link to={article.module === 'documents' ? '/download' : '/news'} className={buttonClass('quiet')}>
            {t(article.module === 'documents' ? 'allDocuments' : 'allNews')}
          </Link>
        </footer>
      </article>
    </Screen>
  )
}

function NewsBody({ row }: { row: NewsDetail }) {
  const locale = useLocale()
  const pick = useLocalized()
  const body = pickRichText(row.body, locale)
  const summary = pick(row.summary)
  return (
    <>
      {summary.text && (
        <p className={styles.summary} lang={summary.locale}>
          {summary.text}
        </p>
      )}
      {row.cover && (
        <img className={styles.cover} src={fileAddress(row.cover.no)} alt="" width={760} height={428} />
      )}
      <RichText value={body.document} lang={body.locale} />
    </>
  )
}

function NoArticle() {
  const { t } = useTranslation('news')
  useDocumentTitle(t('missing.title'))
  return (
    <EmptyState
      level={1}
      title={t('missing.title')}
      text={t('missing.text')}
      action={
        <Link to="/news" className={buttonClass('filled')}>
          {t('allNews')}
        </Link>
      }
    />
  )
}
