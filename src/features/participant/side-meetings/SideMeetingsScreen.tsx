import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Values } from '#contract/form/form-shape.ts'
import { sideMeetings } from '#contract/modules/side-meetings.ts'
import { roomSizes } from '#contract/modules/room-sizes.ts'
import { ApprovedOnly, ParticipantForm, Section } from '#features/participant/participant-forms'
import { listFormFields } from '#features/participant/participant-rows'
import { useDocumentTitle } from '#platform/forum.ts'
import { useEntries, useIsOutboxReady, getDraftName, toOptimisticRow, useDraft } from '#outbox/index.ts'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { SkeletonList, SkeletonLines, EmptyState } from '#ui/LoadState.tsx'
import { useLocale } from '#platform/locale.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { listApplications, toText, type Application } from './applications.ts'
import { newMeetingId, type MeetingsSearch, formPath } from './meetings-search.ts'
import { type MeetingRow, moduleName, useMeetingPrices } from './queries.ts'
import { MeetingFields } from './MeetingFields.tsx'
import { MeetingCard } from './MeetingCard.tsx'
import styles from './MeetingList.module.css'
import { formatYuan } from './price.ts'
import meetingNoticeStyles from './MeetingNotice.module.css'

const formFields = listFormFields(moduleName)

interface SideMeetingsProps {
  search: MeetingsSearch
  /** Called to open or close a form: navigates to these search parameters. */
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
}: SideMeetingsProps & {
  /** Undefined when they are not known on this device. */
  rows: readonly MeetingRow[] | undefined
  /** When the rows were requested, by the device's clock. */
  asOfMs: number
}) {
  const { t } = useTranslation('common')
  const entries = useEntries()
  const isOutboxReady = useIsOutboxReady()
  const [visitStartedAtMs] = useState(Date.now)
  if (!isOutboxReady) return <SkeletonList label={t('loading')} rows={2} />
  const applications = listApplications(rows ?? [], entries, { asOfMs, visitStartedAtMs })
  const close = () => onSearch({})
  if (search.form === newMeetingId) return <MeetingForm onClose={close} />
  // Links of outbox entries have the device's id, also after the server has created the row under another one.
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

interface MeetingFormProps {
  /** Absent for a new application. */
  application?: Application
  onClose: () => void
}

/** The form of one meeting. For a new one the user first acknowledges a notice. */
function MeetingForm({ application, onClose }: MeetingFormProps) {
  const { t } = useTranslation('side-meetings')
  const locale = useLocale()
  const draft = useDraft<Values>(getDraftName(moduleName, application?.formId ?? newMeetingId))
  const [isAcknowledged, setAcknowledged] = useState(false)
  if (!draft.isReady) return <SkeletonLines lines={6} />
  // A saved draft implies that the notice was acknowledged.
  if (!application && !draft.saved && !isAcknowledged)
    return <MeetingNotice onAcknowledge={() => setAcknowledged(true)} onBack={onClose} />
  return (
    <ParticipantForm
      module={moduleName}
      shape={sideMeetings}
      fields={formFields}
      row={application ?? toOptimisticRow<MeetingRow>(undefined, [])}
      draft={draft}
      label={t('form')}
      sendLabel={t(application?.row ? 'send.change' : 'send.first')}
      formatTitle={(values) => `${sideMeetings.label[locale]} · ${toText(values, 'name')}`}
      formPath={(id) => `${formPath}?form=${encodeURIComponent(id)}`}
      onSent={onClose}
      onBack={onClose}
    >
      {(form) => <MeetingFields form={form} />}
    </ParticipantForm>
  )
}

/** Lists the user's applications with their states. */
function MeetingList({
  applications,
  isKnown,
  onOpenForm,
}: {
  applications: readonly Application[]
  /** False while it is unknown which applications the server has. */
  isKnown: boolean
  /** @param formId of an application, or {@link newMeetingId} */
  onOpenForm: (formId: string) => void
}) {
  const { t } = useTranslation('side-meetings')
  const apply = (
    <Button variant={applications.length === 0 ? 'filled' : 'quiet'} onClick={() => onOpenForm(newMeetingId)}>
      <Icon name="plus" size={20} /> {t('apply')}
    </Button>
  )
  if (applications.length === 0)
    return (
      <EmptyState
        title={t(isKnown ? 'empty.title' : 'unknown.title')}
        text={t('empty.text')}
        action={apply}
      />
    )
  return (
    <div className={styles.meetings}>
      <ul className={styles.list}>
        {applications.map((application) => (
          <MeetingCard
            key={application.id}
            application={application}
            onEdit={() => onOpenForm(application.formId)}
          />
        ))}
      </ul>
      {apply}
    </div>
  )
}

/** Last part of the locale key of each rule in the notice. */
const noticeRules = ['guests', 'duration', 'assigned', 'payment', 'withdraw'] as const

/** Shows the rules and prices that users acknowledge before they apply. */
function MeetingNotice({ onAcknowledge, onBack }: { onAcknowledge: () => void; onBack: () => void }) {
  const { t } = useTranslation('side-meetings')
  const locale = useLocale()
  const prices = useMeetingPrices()
  return (
    <Section title={t('notice.title')}>
      <ul className={meetingNoticeStyles.rules}>
        {noticeRules.map((rule) => (
          <li key={rule} className={meetingNoticeStyles.rule}>
            <span className={meetingNoticeStyles.mark}>
              <Icon name="check" size={20} />
            </span>
            {t(`notice.${rule}`)}
          </li>
        ))}
      </ul>
      <table className={meetingNoticeStyles.prices}>
        <caption>{t('notice.prices')}</caption>
        <tbody>
          {roomSizes.map(({ value, label }) => (
            <tr key={value}>
              <th scope="row">{label[locale]}</th>
              <td>{formatYuan(prices[value], locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={meetingNoticeStyles.actions}>
        <Button variant="filled" onClick={onAcknowledge}>
          {t('notice.acknowledge')}
        </Button>
        <Button onClick={onBack}>{t('notice.back')}</Button>
      </div>
    </Section>
  )
}
