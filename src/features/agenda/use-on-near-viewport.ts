import { type RefObject, useEffect, useRef } from 'react'
import { whenIdle } from '#features/sessions'

/** How far below the visible part the end counts as near, in CSS pixels. */
const nearPx = 200

/** Calls back once, in an idle moment, when the element comes near the visible part. */
export function useOnNearViewport(onNear: () => void): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    let callOff = () => {}
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        // What stands already is painted first, and a key pressed meanwhile goes before.
        callOff = whenIdle(onNear)
      },
      { rootMargin: `0px 0px ${nearPx}px` },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      callOff()
    }
  }, [onNear])
  return ref
}
