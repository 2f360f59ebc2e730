import { useEffect } from 'react'

/**
 * Scrolls to the URL's `#` target once it is rendered: at a first visit the content loads after the browser has looked
 * for it.
 */
export function useAnchor(): void {
  useEffect(() => {
    if (location.hash.length < 2) return
    document.getElementById(decodeAnchor(location.hash.slice(1)))?.scrollIntoView()
  }, [])
}

/** A truncated URL may end within an encoded character. */
function decodeAnchor(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
