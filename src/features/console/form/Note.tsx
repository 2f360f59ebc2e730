import type { ReactNode } from 'react'
import { Icon } from '#ui/Icon.tsx'
import styles from './RecordForm.module.css'

/** Something to know above a form, and what can be done about it. */
export function Note({
  icon,
  text,
  children,
}: {
  icon: 'note' | 'info' | 'lock'
  text: string
  children?: ReactNode
}) {
  return (
    <div className={styles.note}>
      <Icon name={icon} size={20} />
      <output>{text}</output>
      {children}
    </div>
  )
}
