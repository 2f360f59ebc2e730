import { useTranslation } from 'react-i18next'
import { useForum } from '#lib/forum.ts'
import { formatDateRange } from '#lib/forum-time.ts'
import { useLocale } from '#lib/locale.ts'
import { isForumDay, isNearForum } from './forum-days.ts'
import styles from './Note.module.css'

/** Beside the date of a stay: when the forum is, and a doubt when the date is far from it. */
export function StayDateHint({ date }: { date: unknown }) {
  const { t } = useTranslation('after-approval')
  const { days, span } = useSpan()
  return (
    <DateNote warning={isNearForum(date, days) ? undefined : t('days.far')}>
      {t('days.forum', { span })}
    </DateNote>
  )
}

/** Beside the date of a meeting: when the forum is, and a warning on another day. */
export function ForumDayHint({ date }: { date: unknown }) {
  const { t } = useTranslation('after-approval')
  const { days, span } = useSpan()
  return (
    <DateNote warning={isForumDay(date, days) ? undefined : t('days.outside')}>
      {t('days.forum', { span })}
    </DateNote>
  )
}

function useSpan() {
  const days = useForum()
  return { days, span: formatDateRange(days.startsOn, days.endsOn, useLocale()) }
}

/** The region is there before its words, or they are not read out. */
function DateNote({ warning, children }: { warning: string | undefined; children: string }) {
  return (
    <>
      <span>{children}</span>
      <output className={styles.warning}>{warning}</output>
    </>
  )
}
