import { foldText, type Simplify } from './fold-text.ts'

/**
 * The tokeniser of the server's search. Stored text and queries use the same one, so that all stored text can be found.
 * Runs of Han and kana become overlapping pairs (a dictionary would miss words it does not know), other runs
 * stay words. Tokens are spelt in ASCII letters and digits alone, so that no tokeniser of a database can split them.
 */

/** Characters of a word that count; longer ones are cut, in text and query alike. */
const maxWordCharacters = 40
/** Tokens stored for one record. PostgreSQL stores at most 1 MB of distinct ones. */
const maxTokens = 100_000
/** Terms of one query; more are left out. */
const maxTerms = 16
/** Digits of a Han character: 36^4 is more than there are code points. */
const hanDigits = 4

const runs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{N}]+/gu
const han = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const wordEnd = /(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u

/** One condition of a search: all terms must hold. */
export interface SearchTerm {
  /** Consecutive tokens. */
  tokens: readonly string[]
  /** True when the last token need only begin so. */
  prefix: boolean
}

/** The tokens of a text, joined by blanks: the content of the search column. @param simplify as for its queries */
export function toSearchText(texts: readonly string[], simplify?: Simplify): string {
  const tokens: string[] = []
  for (const text of texts) {
    for (const run of runsOf(text, simplify)) {
      tokens.push(...(han.test(run) ? [...pairs(run), ...lastCharacter(run)] : [wordToken(run)]))
    }
  }
  return tokens.slice(0, maxTokens).join(' ')
}

/**
 * Parses a query into conditions on the tokens. Two or more Han characters must occur together; a single one and
 * every other word match the beginnings of tokens.
 * @returns no term when the words hold no letter and no digit
 */
export function toSearchTerms(words: string, simplify?: Simplify): SearchTerm[] {
  const terms = runsOf(words, simplify).map((run): SearchTerm => {
    if (!han.test(run)) return { tokens: [wordToken(run)], prefix: true }
    const tokens = pairs(run)
    return tokens.length > 0 ? { tokens, prefix: false } : { tokens: lastCharacter(run), prefix: true }
  })
  return terms.slice(0, maxTerms)
}

/** Returns the words of a query, folded like texts, to find their place in a text. */
export function getQueryTerms(words: string, simplify?: Simplify): string[] {
  return [...new Set(runsOf(words, simplify))].slice(0, maxTerms)
}

/** Runs of one script, folded. */
function runsOf(text: string, simplify?: Simplify): string[] {
  const found = foldText(text, simplify).match(runs) ?? []
  return found.flatMap((run) => (han.test(run) ? [run] : splitBeforeHan(run)))
}

/** `\p{L}` takes Han too: "5G通信" is two runs. */
function splitBeforeHan(run: string): string[] {
  const at = run.search(wordEnd)
  return at < 0 ? [run] : [run.slice(0, at), ...runsOf(run.slice(at))]
}

function pairs(run: string): string[] {
  const characters = Array.from(run)
  return characters
    .slice(1)
    .map((character, index) => `h${hanCode(characters[index] ?? '')}${hanCode(character)}`)
}

/** The last character alone: no pair begins with it, and it keeps runs that only a comma parts from looking joined. */
function lastCharacter(run: string): string[] {
  const last = Array.from(run).at(-1)
  return last === undefined ? [] : [`h${hanCode(last)}`]
}

function hanCode(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(36).padStart(hanDigits, '0')
}

/** Encodes a word: ASCII stays, `z` is doubled, other letters become `z` and their code. Prefixes stay prefixes. */
function wordToken(run: string): string {
  const characters = Array.from(run)
    .slice(0, maxWordCharacters)
    .map((character) => {
      if (character === 'z') return 'zz'
      return /[a-y0-9]/.test(character) ? character : `z${foreignCode(character)}`
    })
  return `w${characters.join('')}`
}

/** Hexadecimal has no `z`, and five digits cover all code points of letters. */
function foreignCode(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).padStart(5, '0')
}
