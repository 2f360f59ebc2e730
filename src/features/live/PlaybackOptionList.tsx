import { useTranslation } from 'react-i18next'
import { formatFileSize } from '#lib/format-file.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import styles from './StreamCard.module.css'
import { getHost, type PlaybackOption } from './playback-options.ts'

/** The ways beside the one that stands in the card: to hear it only, to have the file, to see it on another site. */
export function PlaybackOptionList({
  ways,
  isAlbum,
  onPlay,
}: {
  ways: readonly PlaybackOption[]
  isAlbum: boolean
  onPlay: (way: PlaybackOption) => void
}) {
  const { t } = useTranslation('live')
  if (ways.length === 0) return null
  return (
    <div className={styles.ways}>
      {ways.map((way) =>
        way.kind === 'play' ? (
          <Button key={way.address} onClick={() => onPlay(way)}>
            <Icon name={way.media?.kind === 'audio' ? 'sound' : 'play'} size={20} />
            <PlaybackOptionLabel way={way} />
          </Button>
        ) : (
          <WayLink key={way.address} way={way} isAlbum={isAlbum} />
        ),
      )}
      {ways.some((way) => way.kind === 'download') && <p className={styles.hint}>{t('notPlayable')}</p>}
    </div>
  )
}

/** `Sound only · 52 kB` */
export function PlaybackOptionLabel({ way }: { way: PlaybackOption }) {
  const { t } = useTranslation('live')
  const words = t(`way.${way.quality}.${way.media?.kind ?? 'video'}`)
  return (
    <>{[words, way.sizeBytes !== undefined && formatFileSize(way.sizeBytes)].filter(Boolean).join(' · ')}</>
  )
}

function WayLink({ way, isAlbum }: { way: PlaybackOption; isAlbum: boolean }) {
  const { t } = useTranslation('live')
  const kind = way.media?.extension.toUpperCase() ?? ''
  if (way.kind === 'download') {
    return (
      <a href={way.address} download className={buttonClass('quiet')}>
        <Icon name="download" size={20} />
        {[t('download', { kind }), way.sizeBytes !== undefined && formatFileSize(way.sizeBytes)]
          .filter(Boolean)
          .join(' · ')}
      </a>
    )
  }
  const host = getHost(way.address)
  const words = way.media
    ? t('outside.file', { kind, host })
    : t(isAlbum ? 'outside.pictures' : way.quality === 'low' ? 'outside.low' : 'outside.watch', { host })
  return (
    <a href={way.address} target="_blank" rel="noopener noreferrer" className={buttonClass('quiet')}>
      <Icon name="external" size={20} />
      {words}
      <VisuallyHidden>{t('outside.newTab')}</VisuallyHidden>
    </a>
  )
}
