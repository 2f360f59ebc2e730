import { useEffect, useRef, type RefObject } from 'react'

/** The last page shown. On the first page after the start, the focus stays at the top as everywhere. */
let lastPage: string | undefined

/**
 * Focuses a page's heading when the step changes, or when the focused button left with the page before.
 * @param page a different name for each step
 */
export function useHeadingFocus(page: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const shownPage = useRef<string>(undefined)
  useEffect(() => {
    const isLost = lastPage !== undefined && document.activeElement === document.body
    const isChanged = shownPage.current !== undefined && shownPage.current !== page
    if (isLost || isChanged) heading.current?.focus({ preventScroll: true })
    shownPage.current = page
    lastPage = page
  }, [page])
  return heading
}
