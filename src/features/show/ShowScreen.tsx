import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '#lib/document-title.ts'
import { PageHeader, Screen } from '#ui/Screen.tsx'

/** The concurrent exhibition: exhibitors and where they stand. */
export function ShowScreen() {
  const { t } = useTranslation('show')
  useDocumentTitle(t('title'))
  return (
    <Screen>
      <PageHeader title={t('title')} lead={t('lead')} />
    </Screen>
  )
}
