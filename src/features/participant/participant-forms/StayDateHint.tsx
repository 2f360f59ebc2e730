import { useTranslation } from 'react-i18next'
import { useForum } from '#platform/forum.ts'
import { formatDateRange } from '#platform/forum-time.ts'
import { useLocale } from '#platform/locale.ts'
import { isForumDay, isNearForum } from './forum-days.ts'
import styles from './Note.module.css'

/**
 * Hint beside a date of a stay: the forum's days, and a warning when the date is far from them.
 * @param date value of the field, which may be no date yet
 */
export function StayDateHint({ date }: { date: unknown }) {
  const { t } = useTranslation('after-approval')
  const { days, formattedDays } = useForumDays()
  return (
    <DateNote warning={isNearForum(date, days) ? undefined : t('days.far')}>
      {t('days.forum', { span: formattedDays })}
    </DateNote>
  )
}

/** Hint beside the date of a meeting, as {@link StayDateHint} but with a warning on every other day. */
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

/** Shows a hint and a warning. The live region is rendered empty, because screen readers do not read a new region. */
function DateNote({ warning, children }: { warning: string | undefined; children: string }) {
  return (
    <>
      <span>{children}</span>
      <output className={styles.warning}>{warning}</output>
    </>
  )
}
