import { useEffect } from 'react'

/** What keys do at the desk. */
export interface ShortcutHandlers {
  /** The decisions, in the order of their buttons: keys 1, 2, 3 … */
  decisions: readonly (() => void)[]
  skip: () => void
  back: () => void
  undo: () => void
}

/** Elements in which a key writes or chooses something. */
const writes = 'input, textarea, select, [contenteditable=true], dialog'

/** Listens for single keys while nothing is being typed and no sheet is open. A key that is held down counts once. */
export function useShortcuts(keys: ShortcutHandlers, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const onKey = (event: KeyboardEvent) => {
      const { key, target, repeat, altKey, ctrlKey, metaKey } = event
      if (altKey || ctrlKey || metaKey || document.querySelector('dialog[open]')) return
      if (target instanceof Element && target.closest(writes)) return
      const deed = deedOf(keys, key)
      if (!deed) return
      event.preventDefault()
      if (!repeat) deed()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}

function deedOf({ decisions, skip, back, undo }: ShortcutHandlers, key: string): (() => void) | undefined {
  if (/^[1-9]$/.test(key)) return decisions[Number(key) - 1]
  return { ArrowRight: skip, ArrowLeft: back, z: undo, Z: undo }[key]
}
