import { Link } from '@tanstack/react-router'
import { useState, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { getFileUrl } from '#platform/api.ts'
import { isPrerendering } from '#platform/browser.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocalized } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { formatFileSize } from '#platform/files.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { VisuallyHidden } from '#ui/InlineText.tsx'
import { Player } from './Player.tsx'
import type { RoomStatus, StreamWithState } from './live-state.ts'
import styles from './StreamCard.module.css'
import { listPlaybackOptions, type PlaybackOption, type PlaybackDeps, getHost } from './playback.ts'
import stateBadgeStyles from './StateBadge.module.css'

interface StreamCardProps extends StreamWithState {
  /** Name of the stream's room; undefined without a room, and until the programme is loaded. */
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
  const options = state === 'before' ? [] : listPlaybackOptions(row, isDataSaverOn, getPlaybackDeps())
  // Compared by URL, since the options are new objects at each render.
  const playingOption = options.find((option) => option.url === chosenOption?.url)
  /** The option of the cover or player; the others are listed below. */
  const mainOption = playingOption ?? options.find((option) => option.kind === 'play')
  // Streams that are over are listed without a picture.
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
  /** URL of the picture; undefined without one, and when data is saved. */
  cover: string | undefined
  /** The option that a tap plays; without one there is no button. */
  mainOption: PlaybackOption | undefined
  title: string
  isDisabled: boolean
  onPlay: () => void
}) {
  const { t } = useTranslation('live')
  const id = useId()
  // `data-cover`: index.html hides covers in a page snapshot when data is saved.
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
      // The name has two parts: the label of the button itself, then the option's.
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

/** What is on in the stream's room now, linked to its session. */
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

/** The state of a stream as text. Only a current stream has the colour of "now". */
function StateBadge({ row, state }: StreamWithState) {
  const { t } = useTranslation('live')
  const key = row.kind === 'photos' ? (`photos.${state}` as const) : (`state.${state}` as const)
  return (
    <span className={stateBadgeStyles.badge} data-state={state}>
      {t(key)}
    </span>
  )
}

/** An element that is never shown, to query what the browser plays. Created at the first use. */
let probe: HTMLVideoElement | undefined

/** Returns whether the browser may play a type. "maybe" counts, because browsers say no more of most containers. */
function canPlay(mediaType: string): boolean {
  probe ??= document.createElement('video')
  return probe.canPlayType(mediaType) !== ''
}

/** What every current browser plays: assumed when the server renders the page, where no browser is to be queried. */
const playedEverywhere = ['video/mp4', 'audio/mpeg']

const getPlaybackDeps = (): PlaybackDeps => ({
  canPlay: isPrerendering() ? (type) => playedEverywhere.includes(type) : canPlay,
  origin: globalThis.location?.origin ?? '',
  getFileUrl,
})

/** The options besides the main one: sound only, download, another site. */
function PlaybackOptionList({
  options,
  isAlbum,
  onPlay,
}: {
  options: readonly PlaybackOption[]
  /** True for a stream of the kind `photos`, whose links lead to pictures. */
  isAlbum: boolean
  onPlay: (option: PlaybackOption) => void
}) {
  const { t } = useTranslation('live')
  if (options.length === 0) return null
  return (
    <div className={styles.options}>
      {options.map((option) =>
        option.kind === 'play' ? (
          <Button key={option.url} onClick={() => onPlay(option)}>
            <Icon name={option.media?.kind === 'audio' ? 'sound' : 'play'} size={20} />
            <PlaybackOptionLabel option={option} />
          </Button>
        ) : (
          <OptionLink key={option.url} option={option} isAlbum={isAlbum} />
        ),
      )}
      {options.some((option) => option.kind === 'download') && (
        <p className={styles.hint}>{t('notPlayable')}</p>
      )}
    </div>
  )
}

/** `Sound only · 52 kB` */
function PlaybackOptionLabel({ option }: { option: PlaybackOption }) {
  const { t } = useTranslation('live')
  const label = t(`way.${option.quality}.${option.media?.kind ?? 'video'}`)
  return (
    <>
      {[label, option.sizeBytes !== undefined && formatFileSize(option.sizeBytes)]
        .filter(Boolean)
        .join(' · ')}
    </>
  )
}

/** An option that the browser does not play here: a download, or a page or file of another site in a new tab. */
function OptionLink({ option, isAlbum }: { option: PlaybackOption; isAlbum: boolean }) {
  const { t } = useTranslation('live')
  const kind = option.media?.extension.toUpperCase() ?? ''
  if (option.kind === 'download') {
    return (
      <a href={option.url} download className={buttonClass('quiet')}>
        <Icon name="download" size={20} />
        {[t('download', { kind }), option.sizeBytes !== undefined && formatFileSize(option.sizeBytes)]
          .filter(Boolean)
          .join(' · ')}
      </a>
    )
  }
  const host = getHost(option.url)
  const label = option.media
    ? t('outside.file', { kind, host })
    : t(isAlbum ? 'outside.pictures' : option.quality === 'low' ? 'outside.low' : 'outside.watch', { host })
  return (
    <a href={option.url} target="_blank" rel="noopener noreferrer" className={buttonClass('quiet')}>
      <Icon name="external" size={20} />
      {label}
      <VisuallyHidden>{t('outside.newTab')}</VisuallyHidden>
    </a>
  )
}
