import { useTranslation } from 'react-i18next'
import type { ForumSetting } from '#contract/forum.ts'
import { selectLocalizedText } from '#contract/locale.ts'
import {
  formatDayLabel,
  type Programme,
  type ProgrammeItem,
  formatRoomNames,
  formatTimeRange,
} from '#features/programme/sessions'
import { getTimeZoneLabel } from '#platform/forum-time.ts'
import { useLocale } from '#platform/locale.ts'
import styles from './PrintedAgenda.module.css'

interface PrintedAgendaProps {
  items: readonly ProgrammeItem[]
  programme: Programme
  forum: ForumSetting
}

/** All days of the user's agenda as tables, for print only. The screen shows one day at a time. */
export function PrintedAgenda({ items, programme, forum }: PrintedAgendaProps) {
  const { t } = useTranslation('my-agenda')
  const locale = useLocale()
  const { timeZone } = programme
  const days = [...new Set(items.map((item) => item.day))]
  return (
    <section className={styles.paper}>
      <p>
        {selectLocalizedText(forum.name, locale).text}
        {items[0] && ` · ${t('print.zone', { zone: getTimeZoneLabel(timeZone, items[0].startMs) })}`}
      </p>
      {days.map((day) => (
        <table key={day} className={styles.day}>
          <caption>{formatDayLabel(day, locale, 'long')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('print.time')}</th>
              <th scope="col">{t('print.track')}</th>
              <th scope="col">{t('print.session')}</th>
              <th scope="col">{t('print.room')}</th>
            </tr>
          </thead>
          <tbody>
            {items
              .filter((item) => item.day === day)
              .map((item) => (
                <tr key={item.id}>
                  <td className={styles.time}>{formatTimeRange(item, timeZone)}</td>
                  <td>{item.track?.code}</td>
                  <td>
                    {item.row.state === 'cancelled' && <strong>{t('cancelled')}: </strong>}
                    {selectLocalizedText(item.row.title, locale).text}
                  </td>
                  <td>{formatRoomNames(item, locale)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      ))}
    </section>
  )
}
