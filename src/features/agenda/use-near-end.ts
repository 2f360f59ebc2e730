import { type RefObject, useEffect, useRef } from 'react'

/** How far below the visible part the end counts as near, in CSS pixels. */
const nearPx = 200

/** Calls back when the element comes near the visible part. */
export function useNearEnd(onNear: () => void): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onNear()
      },
      { rootMargin: `0px 0px ${nearPx}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [onNear])
  return ref
}
