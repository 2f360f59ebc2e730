/**
 * Sub-forums have Roman numerals. Users search for them as their keyboard allows: `II`, `2`, `二`, `Ⅱ`, `分论坛二`, `第二分论坛`.
 */

/** The highest number that all three scripts below can write (`XXXIX`); a higher one counts as a word. */
const maxNumber = 39

const chineseDigits = '零一二三四五六七八九'

/** Captures the numeral without the words for "sub-forum" around it: `二` of `第二分论坛`, `2` of `forum2`. */
const affixPattern = /^(?:第|分论坛|论坛|sub-?forum|forum|track)?(.+?)(?:分论坛|论坛)?$/u

/**
 * Parses a word as a sub-forum's number.
 * @param word in lower case and normalized, as `splitTerms` returns it
 * @returns undefined when the word is no number from 1 to {@link maxNumber}
 */
export function parseSubForumNumeral(word: string): number | undefined {
  const numeral = affixPattern.exec(word)?.[1] ?? word
  const number = fromArabic(numeral) ?? fromRoman(numeral) ?? fromChinese(numeral)
  return number !== undefined && number >= 1 && number <= maxNumber ? number : undefined
}

function fromArabic(text: string): number | undefined {
  return /^\d{1,2}$/.test(text) ? Number(text) : undefined
}

function fromRoman(text: string): number | undefined {
  const match = /^(x{0,3})(ix|iv|v?i{0,3})$/.exec(text)
  // The pattern also matches the empty text.
  if (!match || text === '') return undefined
  const [, tens = '', ones = ''] = match
  const values: Record<string, number> = {
    '': 0,
    i: 1,
    ii: 2,
    iii: 3,
    iv: 4,
    v: 5,
    vi: 6,
    vii: 7,
    viii: 8,
    ix: 9,
  }
  const value = values[ones]
  return value === undefined ? undefined : tens.length * 10 + value
}

function fromChinese(text: string): number | undefined {
  const match = /^([二三]?十)?([一二三四五六七八九])?$/u.exec(text)
  if (!match || text === '') return undefined
  const [, tens = '', ones = ''] = match
  // `十` alone is ten, `二十` twenty.
  const tensValue = tens === '' ? 0 : tens.length === 1 ? 1 : chineseDigits.indexOf(tens.charAt(0))
  return tensValue * 10 + (ones === '' ? 0 : chineseDigits.indexOf(ones))
}
