import { useEffect } from 'react'

/**
 * Goes to the place that the address names after `#`, once what it names is there: at a first visit the texts come later
 * than the page, and the browser has looked in vain by then.
 * @param isWhole whether everything above has its height
 */
export function useAnchor(isWhole: boolean): void {
  useEffect(() => {
    if (!isWhole || location.hash.length < 2) return
    document.getElementById(decodeAnchor(location.hash.slice(1)))?.scrollIntoView()
  }, [isWhole])
}

/** An address that somebody cut may end in half a character. */
function decodeAnchor(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
