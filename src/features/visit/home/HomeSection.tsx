import { Link } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import { Icon } from '#ui/Icon.tsx'
import styles from './HomeSection.module.css'

/** A section of home with a title and a link to the full list. */
export function HomeSection({
  title,
  more,
  children,
}: {
  title: string
  more?: { to: '/news' | '/download' | '/agenda' | '/qa'; label: string }
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {more && (
          <Link to={more.to} className={styles.more}>
            {more.label}
            <Icon name="forward" size={18} />
          </Link>
        )}
      </header>
      {children}
    </section>
  )
}
