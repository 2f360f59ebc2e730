import { useSyncExternalStore } from 'react'

/**
 * CSS pixels at the lower edge that a keyboard on the screen covers. Browsers that push the page up instead, or make it
 * smaller, say 0.
 */
export function useKeyboardInset(): number {
  return useSyncExternalStore(subscribe, coveredPx, () => 0)
}

function subscribe(listener: () => void): () => void {
  const { visualViewport } = globalThis
  visualViewport?.addEventListener('resize', listener)
  visualViewport?.addEventListener('scroll', listener)
  return () => {
    visualViewport?.removeEventListener('resize', listener)
    visualViewport?.removeEventListener('scroll', listener)
  }
}

/** A page that is enlarged by two fingers has a smaller view, too, and no keyboard. */
function coveredPx(): number {
  const { visualViewport, innerHeight } = globalThis
  if (!visualViewport || visualViewport.scale > 1) return 0
  return Math.max(0, Math.round(innerHeight - visualViewport.height - visualViewport.offsetTop))
}
