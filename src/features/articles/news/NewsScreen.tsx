import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '#platform/document-title.ts'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { CategoryLinks } from './CategoryLinks.tsx'
import { usePrefetchNewestArticles } from './prefetch-newest-articles.ts'
import { NewsList } from './NewsList.tsx'
import { newsListQuery } from './queries.ts'

/** The forum's news. */
export function NewsScreen() {
  const { t } = useTranslation('news')
  useDocumentTitle(t('title'))
  usePrefetchNewestArticles(useInfiniteQuery(newsListQuery()).isSuccess)
  return (
    <Screen wide>
      <PageHeader title={t('title')} lead={t('lead')} />
      <CategoryLinks />
      <NewsList query={newsListQuery()} hasLead />
    </Screen>
  )
}
