import { type Locale, selectLocalizedText } from '#contract/locale.ts'
import { VisuallyHidden } from '#ui/InlineText.tsx'
import type { Track } from './programme.ts'
import styles from './TrackLabel.module.css'

interface TrackProps {
  track: Track
  /** The app's language, which a list reads once for its hundreds of tracks. */
  locale: Locale
}

/**
 * Shows a track's numeral on its colour. The name is there for screen readers and as a tooltip.
 * A track without a numeral shows as a dot: its caller shows the name, because colour alone must not identify a track.
 */
export function TrackNumeral({ track, locale }: TrackProps) {
  const name = selectLocalizedText(track.name, locale).text
  const colour = { backgroundColor: `var(--track-${track.colour})` }
  if (!track.code) return <span className={styles.dot} style={colour} />
  return (
    <span className={styles.tab} style={colour} title={name}>
      {track.code}
      <VisuallyHidden> {name}</VisuallyHidden>
    </span>
  )
}

/** Shows a track's numeral and name. */
export function TrackLabel({ track, locale }: TrackProps) {
  return (
    <p className={styles.track}>
      <TrackNumeral track={track} locale={locale} />
      <span>{selectLocalizedText(track.name, locale).text}</span>
    </p>
  )
}
