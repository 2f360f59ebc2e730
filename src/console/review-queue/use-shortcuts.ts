import { useEffect } from 'react'

/** Actions of the keys in the review queue. */
export interface ShortcutHandlers {
  /** Decisions in the order of their buttons, for the keys 1, 2, 3 … */
  decisions: readonly (() => void)[]
  skip: () => void
  back: () => void
  undo: () => void
}

/** Elements that use keys for input. */
const inputSelector = 'input, textarea, select, [contenteditable=true], dialog'

/** Handles single keys unless an input has the focus or a sheet is open. Auto-repeat is ignored. */
export function useShortcuts(handlers: ShortcutHandlers, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const onKey = (event: KeyboardEvent) => {
      const { key, target, repeat, altKey, ctrlKey, metaKey } = event
      if (altKey || ctrlKey || metaKey || document.querySelector('dialog[open]')) return
      if (target instanceof Element && target.closest(inputSelector)) return
      const handler = findHandler(handlers, key)
      if (!handler) return
      event.preventDefault()
      if (!repeat) handler()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}

function findHandler(
  { decisions, skip, back, undo }: ShortcutHandlers,
  key: string,
): (() => void) | undefined {
  if (/^[1-9]$/.test(key)) return decisions[Number(key) - 1]
  return { ArrowRight: skip, ArrowLeft: back, z: undo, Z: undo }[key]
}
