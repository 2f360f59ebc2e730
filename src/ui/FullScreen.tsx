import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import styles from './FullScreen.module.css'

/**
 * A dialog over the whole screen, open as long as it is there. Escape closes it, and a button of it with `closeDialog`.
 */
export function FullScreen({
  label,
  onClose,
  children,
}: {
  label: string
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
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
