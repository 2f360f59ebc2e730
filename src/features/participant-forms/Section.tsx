import { useId, type ReactNode } from 'react'
import styles from './Section.module.css'

/** A part of a form, or of what was sent with it, under its title. */
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
