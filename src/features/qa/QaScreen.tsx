import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '#lib/document-title.ts'
import { PageHeader, Screen } from '#ui/Screen.tsx'

/** Questions and their answers. */
export function QaScreen() {
  const { t } = useTranslation('qa')
  useDocumentTitle(t('title'))
  return (
    <Screen>
      <PageHeader title={t('title')} lead={t('lead')} />
    </Screen>
  )
}
