import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

/** Words for who hears the page; who sees it has them from what stands around. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.unseen}>{children}</span>
}
