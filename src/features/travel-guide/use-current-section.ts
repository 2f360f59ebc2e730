import { useEffect, useState } from 'react'

/** A line in the upper third of the window, below the bars: the section that it crosses is the one that is read. */
const readingLine = '-33% 0px -66% 0px'

/** Follows which of these sections is being read, by its id; the first one at the start. */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const key = ids.join(' ')
  useEffect(() => {
    const sections = key.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    const seen = new Set<Element>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target)
          else seen.delete(target)
        }
        const first = sections.find((section) => seen.has(section))
        if (first) setCurrent(first.id)
      },
      { rootMargin: readingLine },
    )
    for (const section of sections) observer.observe(section)
    return () => observer.disconnect()
  }, [key])
  return current ?? ids[0]
}
