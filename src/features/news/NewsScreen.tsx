import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '#lib/document-title.ts'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { CategoryLinks } from './CategoryLinks.tsx'
import { NewsList } from './NewsList.tsx'
import { newsListQuery } from './queries.ts'

/** News of the forum. */
export function NewsScreen() {
  const { t } = useTranslation('news')
  useDocumentTitle(t('title'))
  return (
    <Screen>
      <PageHeader title={t('title')} lead={t('lead')} />
      <CategoryLinks />
      <NewsList query={newsListQuery()} />
    </Screen>
  )
}
