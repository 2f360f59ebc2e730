import styles from './AgendaSkeleton.module.css'

/** Placeholder of the agenda while it loads for the first time. */
export function AgendaSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} className={styles.row}>
          <span />
          <div />
        </div>
      ))}
    </div>
  )
}
