/**
 * The form in which texts and queries are compared, on the device and by the server alike: compatibility forms, lower
 * case, without diacritics and without invisible characters.
 */

/** Replaces Han characters one for one, for example by their simplified forms (`simplifyHan`). */
export type Simplify = (text: string) => string

const identity: Simplify = (text) => text

/** Texts in which only the case and Han characters change. A grave accent counts as an apostrophe. */
const simpleText = /^[\u0020-\u005f\u0061-\u007e\u4e00-\u9fff]*$/
/** Marks and invisible characters, but not the marks of kana, which form other letters. */
const invisibleCharacters = /(?![\u3099\u309a])[\p{M}\p{Default_Ignorable_Code_Point}]+/gu

/** Letters without a Unicode decomposition and typographic characters, with what users type on a plain keyboard. */
const keyboardForms: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  ı: 'i',
  ȷ: 'j',
  đ: 'd',
  ð: 'd',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  ς: 'σ',
  '⁄': '/',
  '〜': '~',
  ...Object.fromEntries(Array.from('‘’‚‛ʼʻʹ′‵`‹›', (sign) => [sign, "'"])),
  ...Object.fromEntries(Array.from('“”„‟″‶«»「」『』〝〞', (sign) => [sign, '"'])),
  ...Object.fromEntries(Array.from('・•‧∙⋅', (sign) => [sign, '·'])),
  ...Object.fromEntries(Array.from('‐‒–—―−⁃', (sign) => [sign, '-'])),
}
const replacedCharacters = new RegExp(`[${Object.keys(keyboardForms).join('')}]`, 'gu')

/** Folds a text for comparison: `Ｅnergie`, `énergie` and `ENERGIE` become equal. Idempotent. */
export function foldText(text: string, simplify: Simplify = identity): string {
  if (simpleText.test(text)) return simplify(text.toLowerCase())
  // Decomposed first, since some compatibility forms hide capitals; again after, since lower case may add a mark.
  const folded = text
    // Users type an accent without a letter as an apostrophe. Decomposed it would be a blank.
    .replaceAll('´', "'")
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(invisibleCharacters, '')
    .replace(replacedCharacters, (sign) => keyboardForms[sign] ?? sign)
    .normalize('NFC')
  return simplify(folded)
}

/** A folded text, with the way back to the original: folding may change the number of characters. */
export interface FoldedText {
  folded: string
  /** Returns where the character begins in the original that became the UTF-16 unit at this offset of `folded`. */
  getStart: (unit: number) => number
  /** Returns where that character ends. */
  getEnd: (unit: number) => number
}

/** A character with its following marks, which may form another character: marks of half-width kana, jamo of Hangul. */
const characters = /.[\p{M}\uff9e\uff9f\u1160-\u11ff]*/gsu

/** Folds a text character by character. */
export function foldWithOrigins(text: string, simplify: Simplify = identity): FoldedText {
  let folded = ''
  const starts: number[] = []
  const ends: number[] = []
  let offset = 0
  for (const [character] of text.matchAll(characters)) {
    const foldedCharacter = foldText(character, simplify)
    for (let unit = 0; unit < foldedCharacter.length; unit++) {
      starts.push(offset)
      ends.push(offset + character.length)
    }
    folded += foldedCharacter
    offset += character.length
    // An invisible character has no unit in the folded text. It counts to the character before it.
    if (foldedCharacter === '' && ends.length > 0) ends[ends.length - 1] = offset
  }
  return { folded, getStart: (unit) => starts[unit] ?? 0, getEnd: (unit) => ends[unit] ?? text.length }
}
