import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { documentsQuery } from '#features/articles/downloads'
import { LoadState } from '#ui/LoadState.tsx'
import { ArticleLinks } from './ArticleLinks.tsx'
import { NewsCards } from './NewsCards.tsx'
import { newsListQuery, uniqueRows } from './queries.ts'
import styles from './CategoryContent.module.css'

/** Content of a category that cannot be loaded: what other lists on this device have of it. */
export function CachedCategoryContent({
  id,
  failed,
  retry,
}: {
  id: string
  failed: boolean
  retry: () => void
}) {
  const { t } = useTranslation('news')
  const client = useQueryClient()
  const list = client.getQueryData(newsListQuery().queryKey)
  const news = list ? uniqueRows(list.pages).filter(({ category }) => category === id) : []
  const documents = (client.getQueryData(documentsQuery().queryKey) ?? []).filter(
    ({ category }) => category === id,
  )
  if (news.length + documents.length === 0) return <LoadState failed={failed} retry={retry} />
  return (
    <div className={styles.kinds}>
      <p className={styles.note}>{t('fromDevice')}</p>
      {news.length > 0 && <NewsCards rows={news} />}
      {documents.length > 0 && <ArticleLinks rows={documents} icon="file" />}
    </div>
  )
}
