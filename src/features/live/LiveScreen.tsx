import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '#lib/document-title.ts'
import { PageHeader, Screen } from '#ui/Screen.tsx'

/** Live coverage: what can be watched now and later. */
export function LiveScreen() {
  const { t } = useTranslation('live')
  useDocumentTitle(t('title'))
  return (
    <Screen>
      <PageHeader title={t('title')} lead={t('lead')} />
    </Screen>
  )
}
