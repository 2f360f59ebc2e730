import { type Locale, pickLocale } from '#contract/locale.ts'
import type { Track } from '#features/sessions'
import { Highlighted } from './Highlighted.tsx'
import styles from './TrackLabel.module.css'

/** A track: its numeral on a small tab of its colour, and its name; never the colour alone. */
export function TrackLabel({
  track,
  locale,
  terms = [],
}: {
  track: Track
  locale: Locale
  terms?: readonly string[]
}) {
  return (
    <p className={styles.track}>
      <span className={styles.tab} style={{ backgroundColor: `var(--track-${track.colour})` }}>
        {track.code}
      </span>
      <span className={styles.name}>
        <Highlighted text={pickLocale(track.name, locale).text} terms={terms} />
      </span>
    </p>
  )
}
