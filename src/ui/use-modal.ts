import { useLayoutEffect, useRef, type RefObject } from 'react'
import { openLayer } from '#platform/page-history.ts'

/**
 * Opens a modal dialog as long as its component is mounted. Escape, the system's request to close, and going back close
 * it.
 * @returns the ref of the dialog
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialogElement = dialog.current
    if (!dialogElement) return undefined
    dialogElement.showModal()
    const endLayer = openLayer(() => dialogElement.close())
    dialogElement.addEventListener('close', endLayer)
    return () => {
      dialogElement.removeEventListener('close', endLayer)
      endLayer()
    }
  }, [])
  return dialog
}
