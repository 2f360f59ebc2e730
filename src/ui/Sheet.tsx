import { useLayoutEffect, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { useModal } from './use-modal.ts'
import styles from './Sheet.module.css'

/**
 * A sheet at the bottom of the screen, centred on wide screens. The browser's dialog traps the focus, closes on Escape
 * and on the back gesture, and restores the focus. A `<form method="dialog">` inside closes it, too.
 */
export function Sheet({
  title,
  closeLabel,
  onClose,
  children,
}: {
  title: string
  /** Label of the close button. Without it the content must have a button that closes the sheet. */
  closeLabel?: string
  /** Called when the sheet has closed, in whichever way: its component must then be unmounted. */
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useModal()
  useLayoutEffect(() => {
    const dialogElement = dialog.current
    // Closes the dialog when React hides or removes the page: an invisible dialog would make the visible page inert, and
    // a dialog that is only removed from the document does not restore the focus.
    return () => dialogElement?.close()
  }, [dialog])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape closes a dialog by itself; this is the tap beside it
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        // A tap on the backdrop has the dialog itself as its target; the body covers the rest.
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

/** The content of a sheet in a column. It scrolls inside the sheet; head and foot stay visible. */
export function SheetBody({ children }: { children: ReactNode }) {
  return <div className={styles.content}>{children}</div>
}

/** The buttons at the lower edge of a sheet. */
export function SheetFooter({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}
