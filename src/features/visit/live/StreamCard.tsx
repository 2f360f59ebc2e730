import { Link } from '@tanstack/react-router'
import { useState, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { getFileUrl } from '#platform/api.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocalized } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { browserCapabilities } from './browser-capabilities.ts'
import { Player } from './Player.tsx'
import type { RoomStatus } from './room-schedule.ts'
import { StateBadge } from './StateBadge.tsx'
import styles from './StreamCard.module.css'
import type { StreamWithState } from './stream-state.ts'
import { PlaybackOptionList, PlaybackOptionLabel } from './PlaybackOptionList.tsx'
import { listPlaybackOptions, type PlaybackOption } from './playback-options.ts'

interface StreamCardProps extends StreamWithState {
  roomName: { text: string; locale: string } | undefined
  /** What is on in its room; only for a current stream. */
  roomNow?: RoomStatus | undefined
  isDataSaverOn: boolean
}

/** A stream: state, title, times and playback options. */
export function StreamCard({ row, state, roomName, roomNow, isDataSaverOn }: StreamCardProps) {
  const { t } = useTranslation('live')
  const pick = useLocalized()
  const isOffline = useIsOffline()
  const [chosenOption, setChosenOption] = useState<PlaybackOption>()
  const title = pick(row.title)
  const description = pick(row.description)
  const options = state === 'before' ? [] : listPlaybackOptions(row, isDataSaverOn, browserCapabilities())
  const playingOption = options.find((option) => option.url === chosenOption?.url)
  const mainOption = playingOption ?? options.find((option) => option.kind === 'play')
  const cover = !isDataSaverOn && state !== 'over' && row.cover ? getFileUrl(row.cover.no) : undefined
  return (
    <article id={`stream-${row.id}`} className={styles.card}>
      {playingOption ? (
        <Player key={playingOption.url} option={playingOption} title={title.text} poster={cover} />
      ) : (
        <Cover
          cover={cover}
          mainOption={mainOption}
          title={title.text}
          isDisabled={isOffline}
          onPlay={() => setChosenOption(mainOption)}
        />
      )}
      <div className={styles.text}>
        <p className={styles.facts}>
          <StateBadge row={row} state={state} />
          <StreamTime row={row} />
          {roomName && <span lang={roomName.locale}>{roomName.text}</span>}
        </p>
        <h3 className={styles.title} lang={title.locale}>
          {title.text}
        </h3>
        {description.text && (
          <p className={styles.description} lang={description.locale}>
            {description.text}
          </p>
        )}
        {roomNow?.now && <CurrentSession item={roomNow.now} />}
        {isOffline && options.length > 0 && <p className={styles.hint}>{t('needsNetwork')}</p>}
        <PlaybackOptionList
          options={options.filter((option) => option !== mainOption)}
          isAlbum={row.kind === 'photos'}
          onPlay={setChosenOption}
        />
      </div>
    </article>
  )
}

/** The cover with the play button, or only the button when data is saved. */
function Cover({
  cover,
  mainOption,
  title,
  isDisabled,
  onPlay,
}: {
  cover: string | undefined
  mainOption: PlaybackOption | undefined
  title: string
  isDisabled: boolean
  onPlay: () => void
}) {
  const { t } = useTranslation('live')
  const id = useId()
  const picture = cover && (
    <img src={cover} alt="" width={960} height={540} loading="lazy" data-cover className={styles.cover} />
  )
  if (!mainOption) return picture || null
  return (
    <button
      type="button"
      className={cover ? styles.facade : styles.bar}
      id={id}
      disabled={isDisabled}
      aria-label={t('play', { title })}
      aria-labelledby={`${id} ${id}-way`}
      onClick={onPlay}
    >
      {picture}
      <span className={styles.play}>
        <span className={styles.round}>
          <Icon name="play" filled />
        </span>
        <span id={`${id}-way`}>
          <PlaybackOptionLabel option={mainOption} />
        </span>
      </span>
    </button>
  )
}

/** `5 Sep, 09:20–17:30`, or both ends in full when it spans days. */
function StreamTime({ row: { starts_at, ends_at } }: Pick<StreamWithState, 'row'>) {
  const time = useForumTime()
  const { t } = useTranslation('live')
  if (!starts_at || Number.isNaN(Date.parse(starts_at))) return <span>{t('noTime')}</span>
  const hasEnd = ends_at && !Number.isNaN(Date.parse(ends_at))
  const end = hasEnd
    ? `–${time.isoDate(starts_at) === time.isoDate(ends_at) ? time.clock(ends_at) : time.dateTime(ends_at)}`
    : ''
  return <time dateTime={starts_at}>{time.dateTime(starts_at) + end}</time>
}

function CurrentSession({ item }: { item: NonNullable<RoomStatus['now']> }) {
  const { t } = useTranslation('live')
  const pick = useLocalized()
  const title = pick(item.row.title)
  return (
    <p className={styles.now}>
      <span className={styles.nowLabel}>{t('nowThere')}</span>{' '}
      <Link to="/agenda/$sessionId" params={{ sessionId: item.id }} lang={title.locale}>
        {title.text}
      </Link>
    </p>
  )
}
