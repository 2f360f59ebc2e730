import { foldText, type Simplify } from './fold-text.ts'

/**
 * The tokenizer of the server's search, for stored text and queries. Runs of Han and kana characters become overlapping
 * pairs, because a dictionary would miss unknown words. Other runs stay words. Tokens contain only ASCII letters and
 * digits, so that the database's own tokenizer cannot split them.
 */

/** Longer words are cut, in texts and queries. */
const maxWordCharacters = 40
/** Tokens stored for one record. PostgreSQL stores at most 1 MB of distinct ones. */
const maxTokens = 100_000
/** Terms of one query. More are left out, so that a pasted text makes no expensive query. */
const maxTerms = 16
/** Digits of a Han character in base 36: 36^4 exceeds the number of code points. */
const hanDigits = 4

/** A run of Han and kana (能源), or a run of other letters and digits (`5G`). */
const runExpression = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{N}]+/gu
const hanOrKanaStart = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const beforeHanOrKana = /(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u

/** One term of a search. A row must match all of them. */
export interface SearchTerm {
  /** Consecutive tokens. */
  tokens: readonly string[]
  /** True when the last token is a prefix. */
  prefix: boolean
}

/** Returns the tokens of texts, joined by blanks, for the search column. Queries must use the same `simplify`. */
export function toSearchText(texts: readonly string[], simplify?: Simplify): string {
  const tokens: string[] = []
  for (const text of texts) {
    for (const run of splitIntoRuns(text, simplify)) {
      tokens.push(
        ...(hanOrKanaStart.test(run) ? [...toPairTokens(run), ...toLastToken(run)] : [toWordToken(run)]),
      )
    }
  }
  return tokens.slice(0, maxTokens).join(' ')
}

/**
 * Parses a query into terms. Two or more Han characters must occur together. A single one and every other word match
 * the beginnings of tokens.
 * @returns no terms for a query without letters and digits
 */
export function toSearchTerms(query: string, simplify?: Simplify): SearchTerm[] {
  const terms = splitIntoRuns(query, simplify).map((run): SearchTerm => {
    if (!hanOrKanaStart.test(run)) return { tokens: [toWordToken(run)], prefix: true }
    const tokens = toPairTokens(run)
    return tokens.length > 0 ? { tokens, prefix: false } : { tokens: toLastToken(run), prefix: true }
  })
  return terms.slice(0, maxTerms)
}

/** Returns the words of a query, folded like texts, to locate them in a text. */
export function getQueryTerms(query: string, simplify?: Simplify): string[] {
  return [...new Set(splitIntoRuns(query, simplify))].slice(0, maxTerms)
}

/** Folds a text and splits it into runs of one script. */
function splitIntoRuns(text: string, simplify?: Simplify): string[] {
  const scriptRuns = foldText(text, simplify).match(runExpression) ?? []
  return scriptRuns.flatMap((run) => (hanOrKanaStart.test(run) ? [run] : splitBeforeHan(run)))
}

/** Splits a run that begins with another script: `\p{L}` also matches Han, so "5G通信" is one match but two runs. */
function splitBeforeHan(run: string): string[] {
  const at = run.search(beforeHanOrKana)
  // The run is already folded and simplified.
  return at < 0 ? [run] : [run.slice(0, at), ...splitIntoRuns(run.slice(at))]
}

/** Returns a token for each overlapping pair of characters: 能源, 源转 and 转型 for 能源转型. */
function toPairTokens(run: string): string[] {
  const characters = Array.from(run)
  return characters
    .slice(1)
    .map((character, index) => `h${encodeHan(characters[index] ?? '')}${encodeHan(character)}`)
}

/** Returns a token of the last character: no pair begins with it, and the token separates this run from the next. */
function toLastToken(run: string): string[] {
  const character = Array.from(run).at(-1)
  return character === undefined ? [] : [`h${encodeHan(character)}`]
}

function encodeHan(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(36).padStart(hanDigits, '0')
}

/** Encodes a word: ASCII stays, `z` is doubled, other letters become `z` and their code. Prefixes stay prefixes. */
function toWordToken(run: string): string {
  const characters = Array.from(run)
    .slice(0, maxWordCharacters)
    .map((character) => {
      if (character === 'z') return 'zz'
      return /[a-y0-9]/.test(character) ? character : `z${encodeForeign(character)}`
    })
  return `w${characters.join('')}`
}

/** Hexadecimal has no `z`, and five digits cover all code points of letters. */
function encodeForeign(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).padStart(5, '0')
}
