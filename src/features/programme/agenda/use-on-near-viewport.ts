import { type RefObject, useEffect, useRef } from 'react'
import { whenIdle } from '#features/programme/sessions'

/** Distance below the viewport that counts as near, in CSS pixels. */
const nearPx = 200

/** Calls back once, when idle, after the element comes near the viewport. */
export function useOnNearViewport(onNear: () => void): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    let cancelIdle = () => {}
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        // Lets the current content paint first, and handles a key pressed in the meantime.
        cancelIdle = whenIdle(onNear)
      },
      { rootMargin: `0px 0px ${nearPx}px` },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      cancelIdle()
    }
  }, [onNear])
  return ref
}
