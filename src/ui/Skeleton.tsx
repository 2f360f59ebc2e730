import styles from './Skeleton.module.css'

/** Grey lines in place of text that is loading. Hidden from screen readers: the screen says "loading" once as text. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <div aria-hidden="true" className={styles.block}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} />
      ))}
    </div>
  )
}

/** Cards in place of a list that is loading. */
export function SkeletonList({ rows = 5, label }: { rows?: number; label: string }) {
  return (
    <output aria-label={label} className={styles.list}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.card}>
          <SkeletonLines lines={2} />
        </div>
      ))}
    </output>
  )
}
