import { useEffect } from 'react'

/**
 * Goes to the place that the address names after `#`, when the component that holds it has been drawn: at a first visit
 * the texts come later than the page, and the browser has looked in vain by then.
 */
export function useAnchor(): void {
  useEffect(() => {
    if (location.hash.length < 2) return
    document.getElementById(decodeAnchor(location.hash.slice(1)))?.scrollIntoView()
  }, [])
}

/** An address that somebody cut may end in half a character. */
function decodeAnchor(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
