import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ForumSetting } from '#contract/forum.ts'
import { selectLocalizedText } from '#contract/locale.ts'
import { CalendarButton } from '#features/programme/calendar'
import { useFavourites } from '#features/programme/favourites'
import {
  type Programme,
  type ProgrammeItem,
  TrackNumeral,
  formatDayLabel,
  formatRoomNames,
  formatTimeRange,
} from '#features/programme/sessions'
import { findSubForumClashes } from '#features/programme/session-times'
import { useForum } from '#platform/forum.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useLocale } from '#platform/locale.ts'
import { getTimeZoneLabel } from '#platform/forum-time.ts'
import { getTransferUrl } from './transfer-code.ts'
import styles from './MyAgendaBar.module.css'
import priorityNoticeStyles from './PriorityNotice.module.css'
import printedAgendaStyles from './PrintedAgenda.module.css'

const TransferSheet = lazy(() => import('./TransferSheet.tsx'))

/** Actions on the user's agenda: calendar file, transfer to another device, print; and the priority notice. */
export default function MyAgendaBar({ programme }: { programme: Programme }) {
  const { t } = useTranslation('my-agenda')
  const forum = useForum()
  const favourites = useFavourites()
  const [isTransferOpen, setTransferOpen] = useState(false)
  const items = useMemo(
    () => programme.items.filter((item) => favourites.has(item.id)),
    [programme, favourites],
  )
  const transferUrl = useMemo(() => getTransferUrl(items.map((item) => item.id)), [items])
  return (
    <>
      <div className={styles.bar} data-print="off">
        <CalendarButton items={items} fileName={t('calendar.mine')} forum={forum} url={transferUrl} />
        <Button disabled={items.length === 0} onClick={() => setTransferOpen(true)}>
          <Icon name="share" size={20} />
          {t('carry.open')}
        </Button>
        <Button className={styles.print ?? ''} disabled={items.length === 0} onClick={() => print()}>
          <Icon name="file" size={20} />
          {t('print.mine')}
        </Button>
      </div>
      <PriorityNotice items={items} />
      <PrintedAgenda items={items} programme={programme} forum={forum} />
      {isTransferOpen && (
        <Suspense>
          <TransferSheet url={transferUrl} count={items.length} onClose={() => setTransferOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Names the starred sub-forums that overlap: a registration for them needs a priority. */
function PriorityNotice({ items }: { items: readonly ProgrammeItem[] }) {
  const { t } = useTranslation('my-agenda')
  const locale = useLocale()
  const tracks = useMemo(() => findSubForumClashes(items), [items])
  if (tracks.length === 0) return null
  return (
    <div className={priorityNoticeStyles.notice} role="note" data-print="off">
      <ul className={priorityNoticeStyles.tracks}>
        {tracks.map((track) => (
          <li key={track.id}>
            <TrackNumeral track={track} locale={locale} />
          </li>
        ))}
      </ul>
      <p>{t('priority')}</p>
    </div>
  )
}

interface PrintedAgendaProps {
  items: readonly ProgrammeItem[]
  programme: Programme
  forum: ForumSetting
}

/** All days of the user's agenda as tables, for print only. The screen shows one day at a time. */
function PrintedAgenda({ items, programme, forum }: PrintedAgendaProps) {
  const { t } = useTranslation('my-agenda')
  const locale = useLocale()
  const { timeZone } = programme
  const days = [...new Set(items.map((item) => item.day))]
  return (
    <section className={printedAgendaStyles.paper}>
      <p>
        {selectLocalizedText(forum.name, locale).text}
        {items[0] && ` · ${t('print.zone', { zone: getTimeZoneLabel(timeZone, items[0].startMs) })}`}
      </p>
      {days.map((day) => (
        <table key={day} className={printedAgendaStyles.day}>
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
                  <td className={printedAgendaStyles.time}>{formatTimeRange(item, timeZone)}</td>
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
