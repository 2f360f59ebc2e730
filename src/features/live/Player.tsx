import { useEffect, useReducer, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOffline } from '#lib/connectivity.ts'
import { Button } from '#ui/Button.tsx'
import { nextPlayback, stallTimeoutMs } from './playback.ts'
import styles from './Player.module.css'
import type { PlaybackOption } from './playback-options.ts'

/** Plays one way by the browser's own player, at once: it is shown when a person asked for it. */
export function Player({
  way,
  title,
  poster,
}: {
  way: PlaybackOption
  title: string
  poster?: string | undefined
}) {
  const { t } = useTranslation('live')
  const isOffline = useIsOffline()
  const media = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  const [playback, tell] = useReducer(nextPlayback, 'starting')
  useEffect(() => {
    media.current?.focus()
    void start(media.current, tell)
  }, [])
  useEffect(() => {
    if (playback !== 'starting') return undefined
    const timer = setTimeout(() => tell('patienceOver'), stallTimeoutMs)
    return () => clearTimeout(timer)
  }, [playback])

  const Element = way.media?.kind === 'audio' ? 'audio' : 'video'
  const isQuiet = playback === 'failed' || playback === 'silent'
  return (
    <div className={styles.player}>
      <Element
        ref={media}
        className={styles[Element]}
        src={way.address}
        aria-label={title}
        controls
        playsInline
        preload="none"
        {...(Element === 'video' && poster ? { poster } : {})}
        onPlay={(event) => {
          pauseOthers(event.currentTarget)
          tell('play')
        }}
        onPlaying={() => tell('playing')}
        onWaiting={() => tell('waiting')}
        onPause={() => tell('pause')}
        onError={() => tell('error')}
      />
      {isQuiet && (
        <div className={styles.problem} role="alert">
          <p>{t(isOffline ? 'player.offline' : playback === 'silent' ? 'player.silent' : 'player.failed')}</p>
          <Button
            onClick={() => {
              tell('retry')
              media.current?.load()
              void start(media.current, tell)
            }}
          >
            {t('player.retry')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** A browser that wants one more touch shows its own button; a source that fails tells by its event. */
async function start(media: HTMLMediaElement | null, tell: (event: 'pause') => void): Promise<void> {
  try {
    await media?.play()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') tell('pause')
  }
}

/** Two sounds at once are noise. */
function pauseOthers(playing: HTMLMediaElement): void {
  for (const other of document.querySelectorAll<HTMLMediaElement>('video, audio'))
    if (other !== playing) other.pause()
}
