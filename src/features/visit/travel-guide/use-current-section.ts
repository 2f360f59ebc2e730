import { useEffect, useState } from 'react'

/** A line in the upper third of the viewport, below the bars: the section that crosses it is the current one. */
const readingLine = '-33% 0px -66% 0px'

/** Returns the id of the current section; the first one at the start. */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const key = ids.join(' ')
  useEffect(() => {
    const sections = key.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    const visible = new Set<Element>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) visible.add(target)
          else visible.delete(target)
        }
        const first = sections.find((section) => visible.has(section))
        if (first) setCurrent(first.id)
      },
      { rootMargin: readingLine },
    )
    for (const section of sections) observer.observe(section)
    return () => observer.disconnect()
  }, [key])
  return current ?? ids[0]
}
