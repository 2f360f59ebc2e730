/**
 * Finding words in texts of any language without an index: a normalised substring scan over two thousand sessions
 * takes under a millisecond and finds every Chinese substring (offline.md 6).
 */

/** A piece of a text, as UTF-16 offsets: from `start` up to, not including, `end`. */
export interface TextRange {
  start: number
  end: number
}

/** Characters that the long way below leaves as they are, but for their case. */
const plain = /^[\u0020-\u007e\u4e00-\u9fff]*$/

function normaliseRun(run: string): string {
  // Decomposed first, since some compatibility forms hide capitals; again after, since lower case may add a mark.
  return run
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
}

/**
 * The form in which texts and queries are compared: compatibility forms, lower case, without diacritics, so that
 * `Ｅnergie`, `énergie` and `ENERGIE` are one word.
 */
export function normaliseText(text: string): string {
  return plain.test(text) ? text.toLowerCase() : normaliseRun(text)
}

/** The words of a query, normalised; all of them have to occur. Repeated ones count once. */
export function splitTerms(query: string): string[] {
  return [
    ...new Set(
      normaliseText(query)
        .split(/[\s,，、;；]+/u)
        .filter(Boolean),
    ),
  ]
}

/** Where a unit of a normalised text comes from. */
interface Origins {
  normal: string
  startOf: (unit: number) => number
  endOf: (unit: number) => number
}

/** Most texts are plain: each unit stands where it stood. */
function normalisePlain(text: string): Origins {
  return { normal: text.toLowerCase(), startOf: (unit) => unit, endOf: (unit) => unit + 1 }
}

/** A normalised text and, for each of its units, where in the original the character stands that it came from. */
function normaliseWithOrigins(text: string): Origins {
  let normal = ''
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const character of text) {
    const run = normaliseText(character)
    for (let unit = 0; unit < run.length; unit++) {
      starts.push(at)
      ends.push(at + character.length)
    }
    normal += run
    at += character.length
    // A combining mark has no unit of its own: it belongs to the character before it.
    if (run === '' && ends.length > 0) ends[ends.length - 1] = at
  }
  return { normal, startOf: (unit) => starts[unit] ?? 0, endOf: (unit) => ends[unit] ?? text.length }
}

/**
 * Where the terms of a query occur in a text, in its order, overlapping ones joined.
 * @param terms as {@link splitTerms} makes them
 */
export function findMatches(text: string, terms: readonly string[]): TextRange[] {
  const { normal, startOf, endOf } = plain.test(text) ? normalisePlain(text) : normaliseWithOrigins(text)
  const found: TextRange[] = []
  for (const term of terms) {
    if (!term) continue
    for (let at = normal.indexOf(term); at >= 0; at = normal.indexOf(term, at + 1)) {
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
