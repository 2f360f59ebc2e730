import { Link, type LinkProps } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import { Icon, type IconName } from '#ui/Icon.tsx'
import styles from './CenterRows.module.css'

/** A titled group of rows in the user centre. */
export function CenterRows({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <div className={styles.list}>{children}</div>
    </section>
  )
}

/** A row that links to a page. A locked row links to the page too, which explains why. */
export function CenterRow({
  icon,
  label,
  hint,
  isLocked = false,
  isDone = false,
  ...link
}: {
  icon: IconName
  label: string
  hint?: string | undefined
  isLocked?: boolean
  isDone?: boolean
} & Pick<LinkProps, 'to' | 'search'>) {
  return (
    <Link {...link} className={`${styles.row} ${isLocked ? styles.locked : ''}`}>
      <span className={styles.icon}>
        <Icon name={icon} />
      </span>
      <span className={styles.text}>
        <span className={styles.name}>{label}</span>
        {hint && (
          <span className={styles.hint}>
            {isDone && <Icon name="check" size={16} />} {hint}
          </span>
        )}
      </span>
      <span className={styles.end}>
        <Icon name={isLocked ? 'lock' : 'forward'} size={20} />
      </span>
    </Link>
  )
}
