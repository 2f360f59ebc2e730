import { memo, type MouseEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDayLabel } from '#features/programme/sessions'
import { useLocale } from '#platform/locale.ts'
import styles from './DayTabs.module.css'

/** Sticky tabs of the forum's days. Each is a link, so that a day can be shared. */
export const DayTabs = memo(function DayTabs({
  days,
  day,
  onPick,
}: {
  days: readonly string[]
  day: string
  onPick: (day: string) => void
}) {
  const { t } = useTranslation('agenda')
  const locale = useLocale()
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // With many days, or on a narrow phone, the chosen tab may be out of view.
    const link = row.current?.querySelector(`a[href$="${day}"]`)
    link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [day])
  const pick = (event: MouseEvent, next: string) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onPick(next)
    window.scrollTo({ top: 0 })
  }
  return (
    <nav className={styles.days} aria-label={t('days')} data-print="off">
      <ul ref={row} className={styles.row}>
        {days.map((each) => (
          <li key={each}>
            <a
              href={`/agenda?day=${each}`}
              className={styles.day}
              aria-current={each === day ? 'date' : undefined}
              onClick={(event) => pick(event, each)}
            >
              {formatDayLabel(each, locale, 'short')}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
})
