import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from '@tanstack/react-router'
import { useNow } from '#features/programme/session-times'
import { useProgramme, ZoneNotice, type ProgrammeItem } from '#features/programme/sessions'
import { useDocumentTitle } from '#platform/forum.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocalized } from '#platform/locale.ts'
import { useDataSaver } from '#platform/data-saver.ts'
import { LoadState, EmptyState, SkeletonLines } from '#ui/LoadState.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import styles from './LiveScreen.module.css'
import { streamsQuery, type StreamRow } from './queries.ts'
import {
  listRoomStatus,
  type RoomStatus,
  groupStreams,
  streamGroups,
  type StreamWithState,
  type StreamGroup,
} from './live-state.ts'
import { StreamCard } from './StreamCard.tsx'
import saveDataSwitchStyles from './SaveDataSwitch.module.css'
import skeleton from './LiveSkeleton.module.css'
import roomsNowStyles from './RoomsNow.module.css'

/** Live coverage: current and coming streams, recordings, pictures, and what is on in each room. */
export function LiveScreen() {
  const { t } = useTranslation('live')
  useDocumentTitle(t('title'))
  const streams = useQuery(streamsQuery())
  const [isDataSaverOn, setDataSaver] = useDataSaver()
  return (
    <Screen wide>
      <PageHeader
        title={t('title')}
        lead={<span id="save-data-means">{t(isDataSaverOn ? 'saveData.on' : 'saveData.off')}</span>}
        actions={<SaveDataSwitch isOn={isDataSaverOn} onChange={setDataSaver} />}
      />
      {streams.data ? (
        <Streams rows={streams.data} isDataSaverOn={isDataSaverOn} />
      ) : (
        <LoadState
          failed={streams.isError}
          retry={() => void streams.refetch()}
          skeleton={<LiveSkeleton hasCovers={!isDataSaverOn} />}
        />
      )}
    </Screen>
  )
}

/** The streams by group, and what is on in each room. */
function Streams({ rows, isDataSaverOn }: { rows: readonly StreamRow[]; isDataSaverOn: boolean }) {
  const { t } = useTranslation('live')
  const pick = useLocalized()
  const time = useForumTime()
  const nowMs = useNow()
  const { programme } = useProgramme()
  const groups = groupStreams(rows, nowMs)
  const roomsNow = programme ? listRoomStatus(programme, nowMs, time.isoDate(nowMs)) : []
  /** Finds the id of the current stream of a room. */
  const findStreamId = (roomId: string) => groups.on.find(({ row }) => row.room === roomId)?.row.id
  const renderCard = ({ row, state }: StreamWithState) => {
    const room = programme?.rooms.find(({ id }) => id === row.room)
    return (
      <StreamCard
        key={row.id}
        row={row}
        state={state}
        roomName={room && pick(room.name)}
        roomNow={state === 'on' ? roomsNow.find((each) => each.room.id === row.room) : undefined}
        isDataSaverOn={isDataSaverOn}
      />
    )
  }
  const renderSection = (group: StreamGroup) =>
    groups[group].length > 0 && (
      <section key={group} className={styles.section} aria-labelledby={`streams-${group}`}>
        <h2 id={`streams-${group}`} className={styles.heading}>
          {t(`groups.${group}`)}
        </h2>
        <div className={styles.cards}>{groups[group].map(renderCard)}</div>
      </section>
    )
  return (
    <div className={styles.columns}>
      <div className={styles.first}>
        {programme && <ZoneNotice timeZone={programme.timeZone} atMs={nowMs} />}
        {rows.length === 0 && <EmptyState title={t('empty.title')} text={t('empty.text')} />}
        {renderSection('on')}
      </div>
      <aside className={styles.aside}>
        <RoomsNow rooms={roomsNow} findStreamId={findStreamId} />
      </aside>
      <div className={styles.rest}>{streamGroups.filter((group) => group !== 'on').map(renderSection)}</div>
    </div>
  )
}

/** Switch to save data, stored on this device. */
function SaveDataSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const { t } = useTranslation('live')
  return (
    <label className={saveDataSwitchStyles.switch}>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        aria-describedby="save-data-means"
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={saveDataSwitchStyles.track} aria-hidden="true" />
      {t('saveData.label')}
    </label>
  )
}

/** Enough cards to fill the first screenful. */
const skeletonCardCount = 4

/** Placeholders of cards and rooms. Covers are left out when data is saved, as on the cards. */
function LiveSkeleton({ hasCovers }: { hasCovers: boolean }) {
  const { t } = useTranslation('common')
  return (
    <output aria-label={t('loading')} className={styles.columns}>
      <div className={styles.first}>
        <div className={skeleton.heading} />
        <div className={styles.cards}>
          {Array.from({ length: skeletonCardCount }, (_, card) => (
            <div key={card} className={skeleton.card}>
              {hasCovers && <div className={skeleton.cover} />}
              <div className={skeleton.text}>
                <SkeletonLines lines={4} />
              </div>
            </div>
          ))}
        </div>
      </div>
      <div className={styles.aside}>
        <div className={skeleton.heading} />
        <div className={skeleton.card}>
          <div className={skeleton.text}>
            <SkeletonLines lines={9} />
          </div>
        </div>
      </div>
    </output>
  )
}

/** Lists what is on now and next in each room, with a link to its stream. */
function RoomsNow({
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
    <section className={roomsNowStyles.rooms} aria-labelledby="rooms-now">
      <h2 id="rooms-now" className={roomsNowStyles.heading}>
        {t('rooms.title')}
      </h2>
      {rooms.length === 0 && (
        <p className={roomsNowStyles.none}>
          {t('rooms.none')} <Link to="/agenda">{t('rooms.agenda')}</Link>
        </p>
      )}
      <ul className={roomsNowStyles.list}>
        {rooms.map(({ room, now, next }) => {
          const streamId = findStreamId(room.id)
          return (
            <li key={room.id} className={roomsNowStyles.room}>
              <p className={roomsNowStyles.name}>
                <span lang={pick(room.name).locale}>{pick(room.name).text}</span>
                {streamId && (
                  <a href={`#stream-${streamId}`} className={roomsNowStyles.stream}>
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

/** A session of a room: until when it goes on, or when it begins. */
function SessionLine({ item, isNow = false }: { item: ProgrammeItem; isNow?: boolean }) {
  const { t } = useTranslation('live')
  const pick = useLocalized()
  const time = useForumTime()
  const title = pick(item.row.title)
  return (
    <Link
      to="/agenda/$sessionId"
      params={{ sessionId: item.id }}
      className={roomsNowStyles.line}
      data-now={isNow || undefined}
    >
      <span className={roomsNowStyles.when}>
        {isNow
          ? t('rooms.until', { time: time.clock(item.row.ends_at) })
          : t('rooms.at', { time: time.clock(item.row.starts_at) })}
      </span>
      <span lang={title.locale}>{title.text}</span>
    </Link>
  )
}
