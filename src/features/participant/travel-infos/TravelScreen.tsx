import { useTranslation } from 'react-i18next'
import { ApprovedOnly } from '#features/participant/participant-forms'
import { useDocumentTitle } from '#platform/document-title.ts'
import { useForum } from '#platform/forum.ts'
import { formatDateRange } from '#platform/forum-time.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { TravelInfo } from './TravelInfo.tsx'

/** Page of a participant's travel information. */
export function TravelScreen() {
  const { t } = useTranslation('travel-infos')
  useDocumentTitle(t('title'))
  const forum = useForum()
  const locale = useLocale()
  const pick = useLocalized()
  const facts = [formatDateRange(forum.startsOn, forum.endsOn, locale), pick(forum.city).text]
  return (
    <Screen>
      <PageHeader title={t('title')} lead={facts.filter(Boolean).join(' · ')} />
      <ApprovedOnly module="travel_infos">
        {(rows, asOfMs) => <TravelInfo row={rows?.[0]} asOfMs={asOfMs} />}
      </ApprovedOnly>
    </Screen>
  )
}
