import { useSyncExternalStore } from 'react'

/**
 * Returns how many CSS pixels at the lower edge the on-screen keyboard covers. Browsers that move or resize the page
 * instead return 0.
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

/** Pinch zoom makes the visual viewport smaller too, without a keyboard. */
function coveredPx(): number {
  const { visualViewport, innerHeight } = globalThis
  if (!visualViewport || visualViewport.scale > 1) return 0
  return Math.max(0, Math.round(innerHeight - visualViewport.height - visualViewport.offsetTop))
}
