import type { ImportedLink } from './schedule.ts'
import { toLine } from './plain-text.ts'

/** Longest address kept; longer ones are tracking, or data in disguise. */
const maxUrlLength = 2000

/** A link as a file has it, before it is known whether it can be followed. */
export interface LinkDraft {
  url: string
  title: string
}

/**
 * Links that a browser may follow: http and https only, each once. One without a title is called after its host.
 */
export function toLinks(drafts: readonly LinkDraft[]): ImportedLink[] {
  const links = new Map<string, ImportedLink>()
  for (const { url, title } of drafts) {
    const parsed = URL.parse(url)
    if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.href.length > maxUrlLength) continue
    if (links.has(parsed.href)) continue
    links.set(parsed.href, { url: parsed.href, title: toLine(title).slice(0, 300) || parsed.hostname })
  }
  return [...links.values()]
}
