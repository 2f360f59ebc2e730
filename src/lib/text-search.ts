/**
 * Finding words in texts of any language without an index: a normalised substring scan over two thousand sessions
 * takes under a millisecond and finds every Chinese substring (offline.md 6).
 */
import { foldText, foldWithOrigins, type FoldedText, type Simplify } from '#contract/fold-text.ts'

/** A piece of a text, as UTF-16 offsets: from `start` up to, not including, `end`. */
export interface TextRange {
  start: number
  end: number
}

/** The form in which texts and queries are compared: `Ｅnergie`, `énergie` and `ENERGIE` are one word. */
export const normaliseText: (text: string, simplify?: Simplify) => string = foldText

/** The words of a query, normalised; all of them have to occur. Repeated ones count once. */
export function splitTerms(query: string, simplify?: Simplify): string[] {
  return [
    ...new Set(
      normaliseText(query, simplify)
        .split(/[\s,，、;；]+/u)
        .filter(Boolean),
    ),
  ]
}

/** Most texts are plain: each unit stands where it stood. */
const plain = /^[\u0020-\u007e]*$/

const foldPlain = (text: string): FoldedText => ({
  folded: text.toLowerCase(),
  startOf: (unit) => unit,
  endOf: (unit) => unit + 1,
})

/**
 * Where the terms of a query occur in a text, in its order, overlapping ones joined.
 * @param terms as {@link splitTerms} makes them, with the same `simplify`
 */
export function findMatches(text: string, terms: readonly string[], simplify?: Simplify): TextRange[] {
  const { folded, startOf, endOf } = plain.test(text) ? foldPlain(text) : foldWithOrigins(text, simplify)
  const found: TextRange[] = []
  for (const term of terms) {
    if (!term) continue
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + 1)) {
      found.push({ start: startOf(at), end: endOf(at + term.length - 1) })
    }
  }
  return joinRanges(found)
}

function joinRanges(ranges: TextRange[]): TextRange[] {
  const joined: TextRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1)
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else joined.push({ ...range })
  }
  return joined
}
