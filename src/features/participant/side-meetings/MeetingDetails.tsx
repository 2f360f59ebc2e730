import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { sideMeetings } from '#contract/modules/side-meetings.ts'
import { formatDay } from '#platform/forum-time.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import type { Application } from './applications.ts'
import { formatYuan } from './price.ts'
import { meetingRoomsQuery } from './queries.ts'
import styles from './MeetingDetails.module.css'

/** Lists time, room and amount. Until a room is assigned, the requested time and room size. */
export function MeetingDetails({ application: { row, values } }: { application: Application }) {
  const { t } = useTranslation('side-meetings')
  const locale = useLocale()
  const room = useRoomLabel(row?.assigned_room)
  const isAssigned = row?.assigned_date != null
  const date = isAssigned ? row.assigned_date : values['apply_date']
  const [from, to] = isAssigned
    ? [row.assigned_start_time_at, row.assigned_end_time_at]
    : [values['start_time_at'], values['end_time_at']]
  const sizeOption = sideMeetings.fields.room_size.options?.find(({ value }) => value === values['room_size'])
  /** Label and text of each line. A line without text is not shown. */
  const facts = [
    [t(isAssigned ? 'fact.assigned' : 'fact.asked'), formatWhen(date, from, to)],
    [t('fact.room'), room ?? sizeOption?.label[locale]],
    [t('fact.amount'), row?.amount == null ? undefined : formatYuan(row.amount, locale)],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([label, text]) =>
        text ? (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )

  function formatWhen(day: unknown, start: unknown, end: unknown): string {
    if (typeof day !== 'string') return ''
    return `${formatDay(day, locale)} ${String(start)}–${String(end)}`
  }
}

/** Returns name and floor of a room; undefined when no room is assigned or the rooms have not loaded. */
export function useRoomLabel(roomId: string | null | undefined): string | undefined {
  const pick = useLocalized()
  const { data = [] } = useQuery(meetingRoomsQuery())
  const room = data.find(({ id }) => id === roomId)
  return room && [pick(room.name).text, pick(room.floor).text].filter(Boolean).join(' · ')
}
