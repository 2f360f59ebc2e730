import type { ReactNode } from 'react'
import styles from './SheetBody.module.css'

/** What a sheet holds, one below the other. It scrolls inside the sheet, whose head and foot stay in sight. */
export function SheetBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>
}

/** The buttons at the lower edge of a sheet. */
export function SheetFooter({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}
