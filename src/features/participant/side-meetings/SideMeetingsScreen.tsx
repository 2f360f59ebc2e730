import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApprovedOnly } from '#features/participant/participant-forms'
import { useDocumentTitle } from '#platform/document-title.ts'
import { useEntries, useIsOutboxReady } from '#outbox/index.ts'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { SkeletonList } from '#ui/Skeleton.tsx'
import { listApplications } from './applications.ts'
import { MeetingForm } from './MeetingForm.tsx'
import { MeetingList } from './MeetingList.tsx'
import { newMeetingId, type MeetingsSearch } from './meetings-search.ts'
import type { MeetingRow } from './queries.ts'

interface SideMeetingsProps {
  search: MeetingsSearch
  onSearch: (search: MeetingsSearch) => void
}

/** The user's side meetings: applications with their states, and the form. */
export function SideMeetingsScreen(props: SideMeetingsProps) {
  const { t } = useTranslation('side-meetings')
  useDocumentTitle(t('title'))
  return (
    <Screen>
      <PageHeader title={t('title')} lead={t('lead')} />
      <ApprovedOnly module="side_meetings">
        {(rows, asOfMs) => <Applications rows={rows} asOfMs={asOfMs} {...props} />}
      </ApprovedOnly>
    </Screen>
  )
}

function Applications({
  rows,
  asOfMs,
  search,
  onSearch,
}: SideMeetingsProps & { rows: readonly MeetingRow[] | undefined; asOfMs: number }) {
  const { t } = useTranslation('common')
  const entries = useEntries()
  const isOutboxReady = useIsOutboxReady()
  const [visitStartedAtMs] = useState(Date.now)
  if (!isOutboxReady) return <SkeletonList label={t('loading')} rows={2} />
  const applications = listApplications(rows ?? [], entries, { asOfMs, visitStartedAtMs })
  const close = () => onSearch({})
  if (search.form === newMeetingId) return <MeetingForm onClose={close} />
  const editedApplication = applications.find(
    ({ id, formId }) => id === search.form || formId === search.form,
  )
  if (editedApplication)
    return <MeetingForm key={editedApplication.formId} application={editedApplication} onClose={close} />
  return (
    <MeetingList
      applications={applications}
      isKnown={rows !== undefined}
      onOpenForm={(form) => onSearch({ form })}
    />
  )
}
