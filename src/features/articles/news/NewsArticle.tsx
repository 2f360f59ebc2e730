import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getFileUrl } from '#platform/api.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { pickRichText } from '#platform/rich-text.ts'
import { FallbackLanguageTag } from '#ui/FallbackLanguageTag.tsx'
import { RichText } from '#ui/RichText.tsx'
import { ArticleHead } from './ArticleHead.tsx'
import { articleDetailQuery } from './article-details.ts'
import { DecorativeImage } from './DecorativeImage.tsx'
import type { NewsDetail } from './rows.ts'
import styles from './ArticleScreen.module.css'

/** A news article: summary, picture, text. */
export function NewsArticle({ row: initialRow }: { row: NewsDetail }) {
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
