import { type Locale, selectLocalizedText } from '#contract/locale.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import type { Track } from './programme.ts'
import styles from './TrackLabel.module.css'

interface TrackProps {
  track: Track
  locale: Locale
}

/** A track's numeral on a small tab of its colour, for the eye; its name for those who hear or hover. */
export function TrackNumeral({ track, locale }: TrackProps) {
  const name = selectLocalizedText(track.name, locale).text
  const colour = { backgroundColor: `var(--track-${track.colour})` }
  // Without a numeral the name has to stand beside it: a track is never told by colour alone.
  if (!track.code) return <span className={styles.dot} style={colour} />
  return (
    <span className={styles.tab} style={colour} title={name}>
      {track.code}
      <VisuallyHidden> {name}</VisuallyHidden>
    </span>
  )
}

/** A track's tab and its name. */
export function TrackLabel({ track, locale }: TrackProps) {
  return (
    <p className={styles.track}>
      <TrackNumeral track={track} locale={locale} />
      <span>{selectLocalizedText(track.name, locale).text}</span>
    </p>
  )
}
