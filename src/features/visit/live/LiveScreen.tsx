import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNow, useProgramme, ZoneNotice } from '#features/programme/sessions'
import { useDocumentTitle } from '#platform/document-title.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocalized } from '#platform/locale.ts'
import { useDataSaver } from '#platform/data-saver.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'
import { LiveSkeleton } from './LiveSkeleton.tsx'
import styles from './LiveScreen.module.css'
import { streamsQuery, type StreamRow } from './queries.ts'
import { listRoomStatus } from './room-schedule.ts'
import { RoomsNow } from './RoomsNow.tsx'
import { SaveDataSwitch } from './SaveDataSwitch.tsx'
import { StreamCard } from './StreamCard.tsx'
import { groupStreams, streamGroups, type StreamWithState, type StreamGroup } from './stream-state.ts'

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

function Streams({ rows, isDataSaverOn }: { rows: readonly StreamRow[]; isDataSaverOn: boolean }) {
  const { t } = useTranslation('live')
  const pick = useLocalized()
  const time = useForumTime()
  const nowMs = useNow()
  const { programme } = useProgramme()
  const groups = groupStreams(rows, nowMs)
  const roomsNow = programme ? listRoomStatus(programme, nowMs, time.isoDate(nowMs)) : []
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
