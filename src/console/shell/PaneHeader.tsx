import type { ReactNode } from 'react'
import styles from './PaneHeader.module.css'

/** Renders the header of a pane: link back, title and actions. */
export function PaneHeader({ children }: { children: ReactNode }) {
  return <header className={styles.head}>{children}</header>
}

/** Class of the link that leads back from a pane. */
export const backClass = styles.back
