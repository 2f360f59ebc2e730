import { useLayoutEffect, useRef, type RefObject } from 'react'
import { openLayer } from '#platform/page-history.ts'

/**
 * Opens a dialog over everything else, as long as its component is there. Escape, the system's request to close and the
 * back step close it.
 * @returns the ref of the dialog
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialogElement = dialog.current
    if (!dialogElement) return undefined
    dialogElement.showModal()
    const release = openLayer(() => dialogElement.close())
    dialogElement.addEventListener('close', release)
    return () => {
      dialogElement.removeEventListener('close', release)
      release()
    }
  }, [])
  return dialog
}
