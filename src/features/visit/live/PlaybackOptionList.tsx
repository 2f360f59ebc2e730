import { useTranslation } from 'react-i18next'
import { formatFileSize } from '#platform/format-file.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import styles from './StreamCard.module.css'
import { getHost, type PlaybackOption } from './playback-options.ts'

/** The options besides the main one: sound only, download, another site. */
export function PlaybackOptionList({
  options,
  isAlbum,
  onPlay,
}: {
  options: readonly PlaybackOption[]
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
export function PlaybackOptionLabel({ option }: { option: PlaybackOption }) {
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
