import { Link, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { SessionUpdatesBanner } from '#features/programme/session-updates'
import { useFavourites } from '#features/programme/favourites'
import { formatRoomNames, useProgramme, ZoneNotice, type ProgrammeItem } from '#features/programme/sessions'
import { useNow } from '#features/programme/session-times'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { TrackBadge } from '#ui/InlineText.tsx'
import { HomeSection, NowSkeleton } from './HomeSection.tsx'
import { findNowAndNext } from './phase.ts'
import styles from './NowAndNext.module.css'

/** Shows the current and the next sessions with their rooms during the forum. */
export default function NowAndNext() {
  const { t } = useTranslation('home')
  const { programme, failed } = useProgramme()
  const time = useForumTime()
  const nowMs = useNow()
  const favourites = useFavourites()
  // The lists below report that there is no network, and the masthead links to the agenda.
  if (!programme) return failed ? null : <NowSkeleton />
  const items = programme.items.filter((item) => item.row.state !== 'cancelled')
  const { now, next, nextMs } = findNowAndNext(items, nowMs)
  const isToday = nextMs !== undefined && time.isoDate(nextMs) === time.isoDate(nowMs)
  const nextLabel = nextMs === undefined ? '' : isToday ? time.clock(nextMs) : time.dateTime(nextMs)
  return (
    <HomeSection title={t('during.title')} more={{ to: '/agenda', label: t('during.all') }}>
      <ZoneNotice timeZone={programme.timeZone} atMs={nowMs} />
      <div className={styles.lists}>
        <SessionList title={<span className={styles.live}>{t('during.now')}</span>} items={now}>
          {t('during.nothingNow')}
        </SessionList>
        <SessionList
          title={nextLabel ? t('during.nextAt', { time: nextLabel }) : t('during.next')}
          items={next}
        >
          {t('during.nothingNext')}
        </SessionList>
      </div>
      {favourites.size > 0 && (
        <Suspense>
          <SessionUpdatesBanner programme={programme} />
        </Suspense>
      )}
    </HomeSection>
  )
}

/** A list of sessions that scrolls sideways on phones. */
function SessionList({
  title,
  items,
  children,
}: {
  title: ReactNode
  items: readonly ProgrammeItem[]
  /** Shown when there are no items. */
  children: ReactNode
}) {
  // The key of the list: a new `ul` for other sessions. Browsers would keep the former first session in view.
  const ids = items.map(({ id }) => id).join(' ')
  const listRef = useStartAtBeginning()
  return (
    <div className={styles.group}>
      <h3 className={styles.title}>{title}</h3>
      {items.length === 0 ? (
        <p className={styles.none}>{children}</p>
      ) : (
        <ul key={ids} ref={listRef} className={styles.list}>
          {items.map((item) => (
            <li key={item.id} className={styles.item}>
              <SessionLink item={item} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/**
 * Returns the ref of a list that starts at its first session until the user scrolls it. The router restores the scroll
 * position of a list in the same place of another page, so this effect resets it after each rendered page.
 */
function useStartAtBeginning(): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null)
  const router = useRouter()
  useEffect(
    () => router.subscribe('onRendered', () => list.current?.scrollTo({ left: 0, behavior: 'instant' })),
    [router],
  )
  return list
}

function SessionLink({ item }: { item: ProgrammeItem }) {
  const pick = useLocalized()
  const time = useForumTime()
  const { row, track } = item
  const rooms = formatRoomNames(item, useLocale())
  const title = pick(row.title)
  return (
    <Link to="/agenda/$sessionId" params={{ sessionId: item.id }} className={styles.session}>
      <span className={styles.where}>
        {track?.code && <TrackBadge position={track.colour} code={track.code} />}
        <time dateTime={row.starts_at}>{time.range(row.starts_at, row.ends_at)}</time>
      </span>
      <span className={styles.name} lang={title.locale}>
        {title.text}
      </span>
      {rooms && <span className={styles.room}>{rooms}</span>}
    </Link>
  )
}
