import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useNow, useProgramme, type ProgrammeItem } from '#features/sessions'
import { useForumTime } from '#lib/forum-time.ts'
import { useLocalized } from '#lib/locale.ts'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { TrackTab } from '#ui/TrackTab.tsx'
import { HomeSection } from './HomeSection.tsx'
import { findNowAndNext } from './now-and-next.ts'
import styles from './NowAndNext.module.css'

/** During the forum: what is on now and what comes next, with rooms. */
export default function NowAndNext() {
  const { t } = useTranslation('home')
  const { programme } = useProgramme()
  const time = useForumTime()
  const nowMs = useNow()
  const items = programme?.items.filter((item) => item.row.state !== 'cancelled') ?? []
  const { now, next, nextMs } = findNowAndNext(items, nowMs)
  return (
    <HomeSection title={t('during.title')} more={{ to: '/agenda', label: t('before.action') }}>
      {programme ? (
        <div className={styles.columns}>
          <Column title={t('during.now')} items={now} none={t('during.nothingNow')} live />
          <Column
            title={nextMs === undefined ? t('during.next') : t('during.nextAt', { time: time.clock(nextMs) })}
            items={next}
            none={t('during.nothingNext')}
          />
        </div>
      ) : (
        <SkeletonLines lines={4} />
      )}
    </HomeSection>
  )
}

function Column({
  title,
  items,
  none,
  live = false,
}: {
  title: string
  items: readonly ProgrammeItem[]
  none: string
  live?: boolean
}) {
  return (
    <div className={styles.column}>
      <h3 className={live ? styles.live : styles.title}>{title}</h3>
      {items.length === 0 && <p className={styles.none}>{none}</p>}
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.id}>
            <SessionLink item={item} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function SessionLink({ item }: { item: ProgrammeItem }) {
  const pick = useLocalized()
  const time = useForumTime()
  const { row, track, room } = item
  return (
    <Link to="/agenda/$sessionId" params={{ sessionId: item.id }} className={styles.session}>
      <span className={styles.name} lang={pick(row.title).locale}>
        {pick(row.title).text}
      </span>
      <span className={styles.where}>
        {track?.code && <TrackTab position={track.colour} code={track.code} />}
        <time dateTime={row.starts_at}>{time.range(row.starts_at, row.ends_at)}</time>
        {room && <span>{pick(room.name).text}</span>}
      </span>
    </Link>
  )
}
