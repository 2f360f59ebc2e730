import { foldWithOrigins, type Simplify } from './fold-text.ts'

/** Length of an excerpt: two lines on a phone in Chinese, three in English. */
const maxCharacters = 120
/** Length of the text before the first match. */
const maxCharactersBefore = 24
/** Longer words may be cut at the end of the excerpt. */
const maxWordCharacters = 24

/**
 * Returns the excerpt around the first match of the terms, or the beginning of the text. `…` marks cut ends.
 * @param texts in order of preference; the first with a match is used, else the first that is not empty
 * @param terms results of `getQueryTerms` with the same `simplify`
 */
export function createExcerpt(
  texts: readonly string[],
  terms: readonly string[],
  simplify?: Simplify,
): string {
  const nonEmptyTexts = texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '')
  for (const text of nonEmptyTexts) {
    const offset = findFirstMatch(text, terms, simplify)
    if (offset >= 0) return cutAround(text, offset)
  }
  return cutAround(nonEmptyTexts[0] ?? '', 0)
}

/** Returns the offset in `text` of the first match of any term; -1 without one. */
function findFirstMatch(text: string, terms: readonly string[], simplify?: Simplify): number {
  const { folded, getStart } = foldWithOrigins(text, simplify)
  const offsets = terms.map((term) => folded.indexOf(term)).filter((offset) => offset >= 0)
  return offsets.length > 0 ? getStart(Math.min(...offsets)) : -1
}

function cutAround(text: string, offset: number): string {
  const start =
    offset <= maxCharactersBefore ? 0 : moveStartToBlank(text, offset - maxCharactersBefore, offset)
  const end = moveEndToBlank(text, Math.min(text.length, start + maxCharacters))
  // A cut inside a surrogate pair leaves half a character, which becomes U+FFFD.
  const excerpt = text.slice(start, end).toWellFormed().replaceAll('\uFFFD', '')
  return `${start > 0 ? '…' : ''}${excerpt.trim()}${end < text.length ? '…' : ''}`
}

/** Returns the offset of the last blank before the end, if the end would cut a Latin word in two. */
function moveEndToBlank(text: string, end: number): number {
  // The characters before and after the end belong to one word, time or number: `14:30`.
  if (!/[A-Za-z0-9:,.]{2}/.test(text.slice(end - 1, end + 1))) return end
  const blank = text.lastIndexOf(' ', end)
  return end - blank <= maxWordCharacters ? blank : end
}

/** Returns the offset after the next blank before the match, so that no Latin word is cut in two. */
function moveStartToBlank(text: string, from: number, offset: number): number {
  const blank = text.indexOf(' ', from)
  return blank >= 0 && blank < offset ? blank + 1 : from
}
