import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '#lib/document-title.ts'
import { PageHeader, Screen } from '#ui/Screen.tsx'

/** Search over everything that is published. */
export function SearchScreen() {
  const { t } = useTranslation('search')
  useDocumentTitle(t('title'))
  return (
    <Screen>
      <PageHeader title={t('title')} />
    </Screen>
  )
}
