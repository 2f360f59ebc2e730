import type { MouseEvent, ReactNode } from 'react'
import styles from './FullScreenDialog.module.css'
import { useModal } from './use-modal.ts'

/**
 * A dialog over the whole screen, open as long as it is there. Escape and the back step
 * close it, and a button of it with `closeDialog`.
 */
export function FullScreenDialog({
  label,
  onClose,
  children,
}: {
  label: string
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useModal()
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={label} onClose={onClose}>
      {children}
    </dialog>
  )
}

/** Closes the dialog in which a button was pressed. */
export function closeDialog({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest('dialog')?.close()
}
