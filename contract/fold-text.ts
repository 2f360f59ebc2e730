/**
 * The form in which texts and queries are compared, on the device and by the server alike: compatibility forms, lower
 * case, without diacritics and without characters that nobody sees.
 */

/** Replaces Han characters one for one, for example by their simplified forms (`simplifyHan`). */
export type Simplify = (text: string) => string

const asWritten: Simplify = (text) => text

/** Texts in which only the case and Han characters change. A grave accent counts as an apostrophe. */
const plain = /^[\u0020-\u005f\u0061-\u007e\u4e00-\u9fff]*$/
/** Marks and invisible characters, but not the marks of kana, which form other letters. */
const unseen = /(?![\u3099\u309a])[\p{M}\p{Default_Ignorable_Code_Point}]+/gu

/** Letters that Unicode does not take apart, as they are typed on a plain keyboard, and signs of typesetters. */
const typed: Readonly<Record<string, string>> = {
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
const untyped = new RegExp(`[${Object.keys(typed).join('')}]`, 'gu')

/** `Ｅnergie`, `énergie` and `ENERGIE` are one word. Folded again a text stays. */
export function foldText(text: string, simplify: Simplify = asWritten): string {
  if (plain.test(text)) return simplify(text.toLowerCase())
  // Decomposed first, since some compatibility forms hide capitals; again after, since lower case may add a mark.
  const folded = text
    // An accent without a letter is typed for an apostrophe; taken apart it would be a blank.
    .replaceAll('´', "'")
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(unseen, '')
    .replace(untyped, (sign) => typed[sign] ?? sign)
    .normalize('NFC')
  return simplify(folded)
}

/** A folded text, and where in the original each of its units comes from. */
export interface FoldedText {
  folded: string
  startOf: (unit: number) => number
  endOf: (unit: number) => number
}

/** A character with its following marks, which may form another character: marks of half-width kana, jamo of Hangul. */
const characters = /.[\p{M}\uff9e\uff9f\u1160-\u11ff]*/gsu

/** Folds a text character by character. */
export function foldWithOrigins(text: string, simplify: Simplify = asWritten): FoldedText {
  let folded = ''
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const [character] of text.matchAll(characters)) {
    const run = foldText(character, simplify)
    for (let unit = 0; unit < run.length; unit++) {
      starts.push(at)
      ends.push(at + character.length)
    }
    folded += run
    at += character.length
    // A character without appearance has no unit of its own: it belongs to the one before it.
    if (run === '' && ends.length > 0) ends[ends.length - 1] = at
  }
  return { folded, startOf: (unit) => starts[unit] ?? 0, endOf: (unit) => ends[unit] ?? text.length }
}
