import styles from './TrackBadge.module.css'

/** Number of colours that tracks take in turn. There are eleven, one per sub-forum. */
const trackColours = 11

/**
 * A track's numeral in a badge of its colour. Colour alone must not carry the meaning.
 * @param position the track's place in its list, from 1, which gives the colour
 */
export function TrackBadge({ position, code, name }: { position: number; code: string; name?: string }) {
  const colour = ((position - 1 + trackColours) % trackColours) + 1
  return (
    <span className={styles.tab} style={{ '--tab': `var(--track-${colour})` } as React.CSSProperties}>
      {code && <b className={styles.code}>{code}</b>}
      {name && <span className={styles.name}>{name}</span>}
    </span>
  )
}
