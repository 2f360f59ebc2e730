import { useLayoutEffect, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Sheet.module.css'
import { useModal } from './use-modal.ts'

/**
 * A sheet from the lower edge, in the middle on wide screens. The browser's own dialog keeps the focus inside, closes at
 * Escape and at the back step, and gives the focus back. A `<form method="dialog">` inside closes it, too.
 */
export function Sheet({
  title,
  closeLabel,
  onClose,
  children,
}: {
  title: string
  /** Absent: the buttons inside are the ways out. */
  closeLabel?: string
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useModal()
  useLayoutEffect(() => {
    const shown = dialog.current
    // A hidden page must not make the visible one inert by an invisible sheet. The dialog closes while it is still in the
    // document: a dialog that is only removed does not restore the focus.
    return () => shown?.close()
  }, [dialog])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape closes a dialog by itself; this is the tap beside it
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close()
      }}
    >
      <div className={styles.body}>
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          {closeLabel !== undefined && (
            <button
              type="button"
              className={styles.close}
              aria-label={closeLabel}
              onClick={() => dialog.current?.close()}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  )
}
