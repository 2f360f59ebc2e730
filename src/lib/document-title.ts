import { useEffect } from 'react'
import { useForum } from './forum.ts'
import { useLocalized } from './locale.ts'

/**
 * Names the page in the browser's tab, history and task switcher, and to screen readers: its own title, then the
 * forum's. Every screen calls it; without a title, as on home and while one is loading, the forum's name stands alone.
 */
export function useDocumentTitle(title?: string): void {
  const pick = useLocalized()
  const forum = useForum()
  const own = title?.trim()
  const whole = own ? `${own} · ${pick(forum.shortName).text}` : pick(forum.name).text
  useEffect(() => {
    document.title = whole
  }, [whole])
}
