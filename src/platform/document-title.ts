import { useEffect } from 'react'
import { useForum } from './forum.ts'
import { useLocalized } from './locale.ts'

/**
 * Sets the document title: the screen's title, then the forum's name. Every screen calls it. Without a title, on home and
 * while the screen loads, it is the forum's name alone.
 */
export function useDocumentTitle(title?: string): void {
  const pick = useLocalized()
  const forum = useForum()
  const pageTitle = title?.trim()
  const whole = pageTitle ? `${pageTitle} · ${pick(forum.shortName).text}` : pick(forum.name).text
  useEffect(() => {
    document.title = whole
  }, [whole])
}
