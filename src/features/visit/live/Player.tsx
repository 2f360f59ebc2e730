import { useEffect, useReducer, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOffline } from '#platform/connectivity.ts'
import { Button } from '#ui/Button.tsx'
import { nextPlayback, stallTimeoutMs, type PlaybackOption } from './playback.ts'
import styles from './Player.module.css'

/** Plays an option in the browser's own player, immediately: it is rendered when the user has tapped the play button. */
export function Player({
  option,
  title,
  poster,
}: {
  option: PlaybackOption
  title: string
  /** URL of the picture before a film starts. */
  poster?: string | undefined
}) {
  const { t } = useTranslation('live')
  const isOffline = useIsOffline()
  const media = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  const [playback, dispatch] = useReducer(nextPlayback, 'starting')
  useEffect(() => {
    // The tapped button is gone, and the focus with it.
    media.current?.focus()
    void startPlaying(media.current, dispatch)
  }, [])
  useEffect(() => {
    if (playback !== 'starting') return undefined
    const timer = setTimeout(() => dispatch('timeout'), stallTimeoutMs)
    return () => clearTimeout(timer)
  }, [playback])

  const Element = option.media?.kind === 'audio' ? 'audio' : 'video'
  const hasFailed = playback === 'failed' || playback === 'silent'
  return (
    <div className={styles.player}>
      <Element
        ref={media}
        className={styles[Element]}
        src={option.url}
        aria-label={title}
        controls
        playsInline
        // Only playing loads data: a paused player must not use up the user's data.
        preload="none"
        {...(Element === 'video' && poster ? { poster } : {})}
        onPlay={(event) => {
          pauseOthers(event.currentTarget)
          dispatch('play')
        }}
        onPlaying={() => dispatch('playing')}
        onWaiting={() => dispatch('waiting')}
        onPause={() => dispatch('pause')}
        onError={() => dispatch('error')}
      />
      {hasFailed && (
        <div className={styles.error} role="alert">
          <p>{t(isOffline ? 'player.offline' : playback === 'silent' ? 'player.silent' : 'player.failed')}</p>
          <Button
            onClick={() => {
              dispatch('retry')
              media.current?.load()
              void startPlaying(media.current, dispatch)
            }}
          >
            {t('player.retry')}
          </Button>
        </div>
      )}
    </div>
  )
}

/**
 * Starts playback. When the browser requires another tap (`NotAllowedError`), its own play button is shown.
 * Other failures fire an `error` event on the element.
 */
async function startPlaying(
  media: HTMLMediaElement | null,
  dispatch: (event: 'pause') => void,
): Promise<void> {
  try {
    await media?.play()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') dispatch('pause')
  }
}

/** Pauses all other players, so that only one is heard. */
function pauseOthers(playing: HTMLMediaElement): void {
  for (const other of document.querySelectorAll<HTMLMediaElement>('video, audio'))
    if (other !== playing) other.pause()
}
