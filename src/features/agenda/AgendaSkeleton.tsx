import styles from './AgendaSkeleton.module.css'

/** The agenda's shape while its data is on the way for the first time. */
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
