import { foldWithOrigins, type Simplify } from './fold-text.ts'

/** Characters of an excerpt: two lines on a phone in Chinese, three in English. */
const maxCharacters = 120
/** Characters before the first word that was found. */
const charactersBefore = 24
/** Characters of a word; longer ones are cut. */
const longestWord = 24

/**
 * Returns the excerpt around the first of the words in a text, or its beginning. Cut ends are marked.
 * @param texts the best first; the first that has a word is taken, else the first that is not empty
 * @param words as `getQueryTerms` makes them, with the same `simplify`
 */
export function createExcerpt(
  texts: readonly string[],
  words: readonly string[],
  simplify?: Simplify,
): string {
  const filled = texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '')
  for (const text of filled) {
    const at = findFirst(text, words, simplify)
    if (at >= 0) return cutAround(text, at)
  }
  return cutAround(filled[0] ?? '', 0)
}

function findFirst(text: string, words: readonly string[], simplify?: Simplify): number {
  const { folded, startOf } = foldWithOrigins(text, simplify)
  const places = words.map((word) => folded.indexOf(word)).filter((at) => at >= 0)
  return places.length > 0 ? startOf(Math.min(...places)) : -1
}

function cutAround(text: string, at: number): string {
  const start = at <= charactersBefore ? 0 : wordStart(text, at - charactersBefore, at)
  const end = wordEnd(text, Math.min(text.length, start + maxCharacters))
  const piece = text.slice(start, end).toWellFormed().replaceAll('\uFFFD', '')
  return `${start > 0 ? '…' : ''}${piece.trim()}${end < text.length ? '…' : ''}`
}

/** The last blank before the end, when a Latin word would be cut in two there. */
function wordEnd(text: string, end: number): number {
  if (!/[A-Za-z0-9:,.]{2}/.test(text.slice(end - 1, end + 1))) return end
  const blank = text.lastIndexOf(' ', end)
  return end - blank <= longestWord ? blank : end
}

/** Latin words are not cut in two: the next blank before the word that was found, when there is one. */
function wordStart(text: string, from: number, at: number): number {
  const blank = text.indexOf(' ', from)
  return blank >= 0 && blank < at ? blank + 1 : from
}
