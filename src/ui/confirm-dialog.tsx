import { createRoot } from 'react-dom/client'
import { Button } from './Button.tsx'
import { Sheet } from './Sheet.tsx'
import styles from './confirm-dialog.module.css'

/**
 * Opens a dialog in which the user confirms or cancels. Escape, going back and a tap beside it cancel. It has a React
 * root of its own, so that any code can open it.
 * @param options.yes label of the button that confirms
 * @param options.no label of the button that cancels
 * @returns true when the user confirms
 */
export function confirmDialog({
  title,
  text,
  yes,
  no,
}: {
  title: string
  text: string
  yes: string
  no: string
}): Promise<boolean> {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  return new Promise((resolve) => {
    const closeWith = (isConfirmed: boolean) => {
      root.unmount()
      container.remove()
      resolve(isConfirmed)
    }
    root.render(
      <Sheet title={title} onClose={() => closeWith(false)}>
        <p className={styles.text}>{text}</p>
        <div className={styles.foot}>
          <Button onClick={() => closeWith(false)}>{no}</Button>
          <Button variant="filled" onClick={() => closeWith(true)}>
            {yes}
          </Button>
        </div>
      </Sheet>,
    )
  })
}
