import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { roomsQuery } from '#features/programme/sessions'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { toursQuery, type TourRow } from './queries.ts'
import styles from './TourList.module.css'

/** Lists the tours with times, seats and meeting points, linked to their sessions in the agenda. */
export function TourList() {
  const { data: tours = [] } = useQuery(toursQuery())
  if (tours.length === 0) return null
  return (
    <ul className={styles.list}>
      {tours.map((tour) => (
        <Tour key={tour.id} tour={tour} />
      ))}
    </ul>
  )
}

function Tour({ tour }: { tour: TourRow }) {
  const { t } = useTranslation('pages')
  const pick = useLocalized()
  const locale = useLocale()
  const time = useForumTime()
  const { data: rooms = [] } = useQuery(roomsQuery())
  const { code, name, starts_at, ends_at, seats, room, session } = tour
  const title = pick(name)
  const meetingPoint = rooms.find(({ id }) => id === room)
  const content = (
    <>
      <span className={styles.code} aria-hidden="true">
        {code}
      </span>
      <span className={styles.text}>
        <span className={styles.name} lang={title.locale === locale ? undefined : title.locale}>
          {title.text}
        </span>
        <span className={styles.facts}>
          <time dateTime={starts_at}>{time.day(starts_at)}</time> {time.range(starts_at, ends_at)}
        </span>
        <span className={styles.facts}>
          {[meetingPoint && pick(meetingPoint.name).text, t('seats', { count: seats })]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    </>
  )
  return (
    <li>
      {session ? (
        <Link to="/agenda/$sessionId" params={{ sessionId: session }} className={styles.tour}>
          {content}
          <Icon name="forward" size={20} />
        </Link>
      ) : (
        <p className={styles.tour}>{content}</p>
      )}
    </li>
  )
}
