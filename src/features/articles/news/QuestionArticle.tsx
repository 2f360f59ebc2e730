import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { pickRichText } from '#platform/rich-text.ts'
import { FallbackLanguageTag } from '#ui/FallbackLanguageTag.tsx'
import { RichText } from '#ui/RichText.tsx'
import { ArticleHead } from './ArticleHead.tsx'
import { articleDetailQuery } from './article-details.ts'
import { ArticleLinks } from './ArticleLinks.tsx'
import { relatedQuestionsQuery } from './queries.ts'
import type { QuestionDetail } from './rows.ts'
import styles from './ArticleScreen.module.css'

/** A question as the title, its answer, and other questions of the same category. */
export function QuestionArticle({ row: initialRow }: { row: QuestionDetail }) {
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
