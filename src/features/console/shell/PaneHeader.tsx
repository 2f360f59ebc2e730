import type { ReactNode } from 'react'
import styles from './PaneHeader.module.css'

/** The line over a pane: the way back, what it shows, and what can be done with it. */
export function PaneHeader({ children }: { children: ReactNode }) {
  return <header className={styles.head}>{children}</header>
}

/** The look of the link that leads out of a pane. */
export const backClass = styles.back
