import type { MouseEvent, ReactNode } from 'react'
import styles from './FullScreenDialog.module.css'
import { useModal } from './use-modal.ts'

/**
 * A dialog over the whole screen, for pictures and maps. For other content, use `Sheet`. It is open as long as it is
 * mounted. Escape, going back, and a button with {@link closeDialog} close it.
 */
export function FullScreenDialog({
  label,
  onClose,
  children,
}: {
  /** Accessible name of the dialog. */
  label: string
  /** Called when the dialog has closed: its component must then be unmounted. */
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
