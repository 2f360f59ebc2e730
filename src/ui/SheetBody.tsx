import type { ReactNode } from 'react'
import styles from './SheetBody.module.css'

/** The content of a sheet in a column. It scrolls inside the sheet; head and foot stay visible. */
export function SheetBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>
}

/** The buttons at the lower edge of a sheet. */
export function SheetFooter({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}
