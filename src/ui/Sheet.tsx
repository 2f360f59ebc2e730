import { Popup } from 'antd-mobile'
import type { ReactNode } from 'react'
import './antd-mobile.ts'
import { Icon } from './Icon.tsx'
import styles from './Sheet.module.css'

/** A sheet from the lower edge. Brings antd-mobile along: import it lazily. */
export function Sheet({
  title,
  closeLabel,
  onClose,
  children,
}: {
  title: string
  closeLabel: string
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Popup visible onMaskClick={onClose} onClose={onClose} bodyClassName={styles.sheet ?? ''}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the mask and the focus are antd-mobile's own */}
      <div role="dialog" aria-modal="true" aria-label={title}>
        <header className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </Popup>
  )
}
