import { createStore, useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'
import { foldText, foldWithOrigins, type FoldedText, type Simplify } from '#contract/fold-text.ts'

/**
 * Full-text search without an index. A normalised substring scan over two thousand sessions takes under a millisecond,
 * and finds every Chinese substring.
 */

/** A piece of a text, as UTF-16 offsets: from `start` up to, not including, `end`. */
interface TextRange {
  start: number
  end: number
}

/**
 * Normalises a text for comparison: `Ｅnergie`, `énergie` and `ENERGIE` are equal.
 * @param simplify of {@link useHanForms}
 */
export const normalizeText: (text: string, simplify?: Simplify) => string = foldText

/** Punctuation at the ends of a word, which the server ignores too. Signs in names stay: C++, #1, R&D. */
const outerPunctuation = /^[^\p{L}\p{N}\p{M}\p{S}@#&%]+|[^\p{L}\p{N}\p{M}\p{S}@#&%]+$/gu
/** Matches each run of Chinese or Japanese characters, and each run of others: `AI` and `时代` in `AI时代`. */
const scriptRuns =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu

/**
 * Splits a query into normalised terms without duplicates. Punctuation at their ends is removed, unless there is nothing
 * else. Adjacent Chinese and Latin words are separate terms, with a space between them or not.
 */
export function splitTerms(query: string, simplify?: Simplify): string[] {
  const queryWords = normalizeText(query, simplify)
    .split(/[\s,，、;；]+/u)
    .filter(Boolean)
  const words = queryWords.map((word) => word.replaceAll(outerPunctuation, '')).filter(Boolean)
  return [...new Set(words.length > 0 ? words.flatMap(splitScripts) : queryWords)]
}

/**
 * Splits `AI时代` into two words. `第5届` stays one: a run of one character, such as a counter, would match almost
 * everywhere.
 */
function splitScripts(word: string): string[] {
  const segments = word.match(scriptRuns) ?? []
  return segments.every((segment) => segment.length > 1) ? segments : [word]
}

/** Matches ASCII without the grave accent, which folding replaces. Only the case changes in most texts. */
const asciiText = /^[\u0020-\u005f\u0061-\u007e]*$/

/** A faster {@link foldWithOrigins} for {@link asciiText}: a folded unit has the offset of the original. */
const foldAscii = (text: string): FoldedText => ({
  folded: text.toLowerCase(),
  getStart: (unit) => unit,
  getEnd: (unit) => unit + 1,
})

/**
 * Finds the terms of a query in a text, in the order of the text. Overlapping matches are merged.
 * @param terms of {@link splitTerms} with the same `simplify`
 */
export function findMatches(text: string, terms: readonly string[], simplify?: Simplify): TextRange[] {
  const { folded, getStart, getEnd } = asciiText.test(text)
    ? foldAscii(text)
    : foldWithOrigins(text, simplify)
  const matches: TextRange[] = []
  for (const term of terms) {
    if (!term) continue
    for (let offset = folded.indexOf(term); offset >= 0; offset = folded.indexOf(term, offset + 1)) {
      matches.push({ start: getStart(offset), end: getEnd(offset + term.length - 1) })
    }
  }
  return joinRanges(matches)
}

/** Sorts ranges, and merges those that overlap or touch. */
function joinRanges(ranges: TextRange[]): TextRange[] {
  const joined: TextRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const previous = joined.at(-1)
    if (previous && range.start <= previous.end) previous.end = Math.max(previous.end, range.end)
    else joined.push({ ...range })
  }
  return joined
}

const simplifyStore = createStore<Simplify | undefined>(undefined)
/** Undefined before the table is loaded first, and after a failure. */
let loading: Promise<void> | undefined

async function loadSimplify(): Promise<void> {
  try {
    const { simplifyHan } = await import('./simplify-han.ts')
    simplifyStore.setState(() => simplifyHan)
  } catch {
    // The table could not be loaded: the next search tries again.
    loading = undefined
  }
}

/**
 * Returns the function that converts traditional Han characters to simplified ones, so that queries match texts in either
 * form. Its table of 17 kB loads with the first search; undefined until then.
 * @param isSearching false to use only a table that is already loaded
 */
export function useHanForms(isSearching = false): Simplify | undefined {
  useEffect(() => {
    if (isSearching) loading ??= loadSimplify()
  }, [isSearching])
  return useSelector(simplifyStore)
}

/**
 * Creates a sort key in natural order: `A2` before `A10`. Numbers are padded to six digits. Does not use `Intl.Collator`,
 * whose creation takes 7 ms, and 30 ms on a slow phone.
 */
export function toNaturalKey(text: string): string {
  return text.toUpperCase().replaceAll(/\d+/g, (digits) => digits.padStart(6, '0'))
}
