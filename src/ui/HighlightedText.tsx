import { useHanForms } from '#platform/han-forms.ts'
import { findMatches } from '#platform/text-search.ts'

/** A text with the words of a search marked in it. */
export function HighlightedText({ text, terms }: { text: string; terms: readonly string[] }) {
  const simplify = useHanForms()
  if (terms.length === 0) return text
  const segments = []
  let at = 0
  for (const { start, end } of findMatches(text, terms, simplify)) {
    segments.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>)
    at = end
  }
  return segments.length === 0 ? text : [...segments, text.slice(at)]
}
