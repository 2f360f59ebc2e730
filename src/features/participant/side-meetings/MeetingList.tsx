import { useTranslation } from 'react-i18next'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'
import type { Application } from './applications.ts'
import { MeetingCard } from './MeetingCard.tsx'
import { newMeetingId } from './meetings-search.ts'
import styles from './MeetingList.module.css'

/** Lists the user's applications with their states. */
export function MeetingList({
  applications,
  isKnown,
  onOpenForm,
}: {
  applications: readonly Application[]
  /** False while it is unknown which applications the server has. */
  isKnown: boolean
  onOpenForm: (form: string) => void
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
