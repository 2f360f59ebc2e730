import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { categoriesQuery } from '#platform/article-categories.ts'
import { useDocumentTitle } from '#platform/document-title.ts'
import { useForum } from '#platform/forum.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import type { NewsRow } from './rows.ts'
import styles from './ArticleHead.module.css'

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
    <header className={styles.head}>
      <div className={styles.source}>{pick(forum.name).text}</div>
      <p className={styles.line}>
        <CategoryLink id={row.category} />
        <time dateTime={row.published_at}>{date}</time>
      </p>
      <h1 className={styles.title} lang={title.locale}>
        {title.text}
      </h1>
      {title.locale !== locale && <p className={styles.note}>{t('inOtherLanguage')}</p>}
      <div className={styles.source}>{location.origin + location.pathname}</div>
    </header>
  )
}

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
      className={styles.category}
      lang={name.locale}
    >
      {name.text}
    </Link>
  )
}
