import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ProgrammeItem } from '#features/programme/sessions'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocalized } from '#platform/locale.ts'
import type { RoomStatus } from './room-schedule.ts'
import styles from './RoomsNow.module.css'

/** Lists what is on now and next in each room, with a link to its stream. */
export function RoomsNow({
  rooms,
  findStreamId,
}: {
  rooms: readonly RoomStatus[]
  /** Returns the id of the current stream of a room. */
  findStreamId: (roomId: string) => string | undefined
}) {
  const { t } = useTranslation('live')
  const pick = useLocalized()
  return (
    <section className={styles.rooms} aria-labelledby="rooms-now">
      <h2 id="rooms-now" className={styles.heading}>
        {t('rooms.title')}
      </h2>
      {rooms.length === 0 && (
        <p className={styles.none}>
          {t('rooms.none')} <Link to="/agenda">{t('rooms.agenda')}</Link>
        </p>
      )}
      <ul className={styles.list}>
        {rooms.map(({ room, now, next }) => {
          const streamId = findStreamId(room.id)
          return (
            <li key={room.id} className={styles.room}>
              <p className={styles.name}>
                <span lang={pick(room.name).locale}>{pick(room.name).text}</span>
                {streamId && (
                  <a href={`#stream-${streamId}`} className={styles.stream}>
                    {t('rooms.watch')}
                  </a>
                )}
              </p>
              {now && <SessionLine item={now} isNow />}
              {next && <SessionLine item={next} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function SessionLine({ item, isNow = false }: { item: ProgrammeItem; isNow?: boolean }) {
  const { t } = useTranslation('live')
  const pick = useLocalized()
  const time = useForumTime()
  const title = pick(item.row.title)
  return (
    <Link
      to="/agenda/$sessionId"
      params={{ sessionId: item.id }}
      className={styles.line}
      data-now={isNow || undefined}
    >
      <span className={styles.when}>
        {isNow
          ? t('rooms.until', { time: time.clock(item.row.ends_at) })
          : t('rooms.at', { time: time.clock(item.row.starts_at) })}
      </span>
      <span lang={title.locale}>{title.text}</span>
    </Link>
  )
}
