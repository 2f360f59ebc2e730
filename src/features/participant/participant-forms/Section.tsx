import { useId, type ReactNode } from 'react'
import styles from './Section.module.css'

/** A section of a form, or of its summary, with a title. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}
