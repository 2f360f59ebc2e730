import { useTranslation } from 'react-i18next'
import { useForum } from '#platform/forum.ts'
import { formatDateRange } from '#platform/forum-time.ts'
import { useLocale } from '#platform/locale.ts'
import { isForumDay, isNearForum } from './forum-days.ts'
import styles from './Note.module.css'

/** Hint beside a date of a stay: the forum's days, and a warning when the date is far from them. */
export function StayDateHint({ date }: { date: unknown }) {
  const { t } = useTranslation('after-approval')
  const { days, formattedDays } = useForumDays()
  return (
    <DateNote warning={isNearForum(date, days) ? undefined : t('days.far')}>
      {t('days.forum', { span: formattedDays })}
    </DateNote>
  )
}

/** Hint beside the date of a meeting: the forum's days, and a warning on another day. */
export function ForumDayHint({ date }: { date: unknown }) {
  const { t } = useTranslation('after-approval')
  const { days, formattedDays } = useForumDays()
  return (
    <DateNote warning={isForumDay(date, days) ? undefined : t('days.outside')}>
      {t('days.forum', { span: formattedDays })}
    </DateNote>
  )
}

function useForumDays() {
  const days = useForum()
  return { days, formattedDays: formatDateRange(days.startsOn, days.endsOn, useLocale()) }
}

/** The live region exists before its text, because a new region is not read out. */
function DateNote({ warning, children }: { warning: string | undefined; children: string }) {
  return (
    <>
      <span>{children}</span>
      <output className={styles.warning}>{warning}</output>
    </>
  )
}
