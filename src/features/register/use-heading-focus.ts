import { useEffect, useRef, type RefObject } from 'react'

/** The page that was shown last since the app was opened: the first page begins at the top as everywhere. */
let lastPage: string | undefined

/**
 * Takes the focus to a page's heading when the step changes, and when what had it went with the page before: the button
 * that led here.
 * @param page its name, another one for each step
 */
export function useHeadingFocus(page: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef<string>(undefined)
  useEffect(() => {
    const isLost = lastPage !== undefined && document.activeElement === document.body
    const isChanged = shown.current !== undefined && shown.current !== page
    if (isLost || isChanged) heading.current?.focus({ preventScroll: true })
    shown.current = page
    lastPage = page
  }, [page])
  return heading
}
