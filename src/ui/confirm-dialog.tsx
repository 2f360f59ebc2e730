import { createRoot } from 'react-dom/client'
import { Button } from './Button.tsx'
import { Sheet } from './Sheet.tsx'
import styles from './confirm-dialog.module.css'

/**
 * Asks for confirmation before something is lost. The dialog takes the focus and returns it; Escape cancels.
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
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((resolve) => {
    const answer = (isSure: boolean) => {
      root.unmount()
      place.remove()
      resolve(isSure)
    }
    root.render(
      <Sheet title={title} onClose={() => answer(false)}>
        <p className={styles.text}>{text}</p>
        <div className={styles.foot}>
          <Button onClick={() => answer(false)}>{no}</Button>
          <Button look="filled" onClick={() => answer(true)}>
            {yes}
          </Button>
        </div>
      </Sheet>,
    )
  })
}
