import { isHttpUrl } from '#platform/urls.ts'

/** A segment of a paragraph; with a URL when it is a link. */
export interface TextSegment {
  /** Start in its paragraph, in UTF-16 units. */
  offset: number
  text: string
  /** Where the segment links to: a page, or `mailto:` with an address. Absent for plain text. */
  url?: string
}

/**
 * Splits plain text into paragraphs at blank lines and finds URLs and email addresses in them. Single line breaks stay.
 */
export function splitIntoLinkedParagraphs(text: string): TextSegment[][] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map(splitIntoSegments)
}

/**
 * Matches a URL up to a character that no URL contains: white space, angle brackets, quotation marks, long dashes,
 * full-width punctuation, invisible characters, or up to the next URL of a list. Also matches email addresses.
 */
const urlOrEmail =
  /(?:https?:\/\/|www\.)(?:(?![,;|]https?:\/\/)[^\s<>"'`\u00ab\u00ad\u00bb\u2014\u2015\u2018-\u201f\u2026\u2039\u203a\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65])+|[\w.+%-]+@[a-z0-9\u00df-\u024f-]+(?:\.[a-z0-9\u00df-\u024f-]+)*\.[a-z]{2,}/gi

function splitIntoSegments(paragraph: string): TextSegment[] {
  const segments: TextSegment[] = []
  let offset = 0
  for (const { 0: match, index } of paragraph.matchAll(urlOrEmail)) {
    const text = trimSentence(match)
    // The character before the match; there is none at index -1.
    const url = getTarget(text, paragraph[index - 1] ?? '')
    if (url === undefined) continue
    if (index > offset) segments.push({ offset, text: paragraph.slice(offset, index) })
    segments.push({ offset: index, text, url })
    offset = index + text.length
  }
  if (offset < paragraph.length) segments.push({ offset, text: paragraph.slice(offset) })
  return segments
}

/** Characters that, before a URL without a scheme, make it part of a longer word. Not Chinese, which has no spaces. */
const wordCharacter =
  /[\w@./\p{M}-]|(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\p{L}/u

/**
 * Returns the target of a match; undefined when it is no URL, such as part of a longer word.
 * @param previousCharacter character before the match; empty at the start of the paragraph
 */
function getTarget(text: string, previousCharacter: string): string | undefined {
  if (/^https?:/i.test(text)) return isHttpUrl(text) ? text : undefined
  if (wordCharacter.test(previousCharacter)) return undefined
  if (text.includes('@')) return `mailto:${text}`
  const url = `https://${text}`
  return /^www\.[^./]+\.[^./]/i.test(text) && isHttpUrl(url) ? url : undefined
}

/** Removes the words and punctuation that follow a URL in its sentence. A bracket stays when the URL opened it. */
function trimSentence(match: string): string {
  let url = match.slice(0, findEnd(match))
  for (;;) {
    const lastCharacter = url.at(-1) ?? ''
    if (
      !/[.,;:!?*|–]/.test(lastCharacter) &&
      (openingBrackets[lastCharacter] === undefined || isPaired(url, lastCharacter))
    )
      return url
    url = url.slice(0, -1)
  }
}

/** Matches a character of Chinese, Japanese or Korean, which are written without spaces or next to Latin words. */
const eastAsianCharacter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * Finds the end of a URL before Chinese text, which has no spaces.
 * After a word of the URL, Chinese characters continue the sentence. After a slash, an equals sign and the like they
 * belong to the URL, as in article names, and so they do in a host after a dot.
 */
function findEnd(match: string): number {
  /** Index of the slash that ends the host; -1 when there is none. */
  const pathStart = match.indexOf('/', match.indexOf('//') + 2)
  let previousCharacter = ''
  for (let offset = 0; offset < match.length; offset += 1) {
    const character = match[offset] ?? ''
    const isInHost = pathStart < 0 || offset < pathStart
    if (
      eastAsianCharacter.test(character) &&
      !eastAsianCharacter.test(previousCharacter) &&
      !(isInHost ? /[/.]/ : /[/=&#_~+%-]/).test(previousCharacter)
    )
      return offset
    previousCharacter = character
  }
  return match.length
}

/** The opening bracket of each closing bracket. */
const openingBrackets: Readonly<Record<string, string | undefined>> = { ')': '(', ']': '[', '}': '{' }

/** Returns whether a closing bracket has its opening bracket in the URL, as in `Pier_(wood)`. */
function isPaired(url: string, closing: string): boolean {
  // One more than the number of brackets, on both sides of the comparison.
  const count = (bracket: string): number => url.split(bracket).length
  return count(openingBrackets[closing] ?? closing) >= count(closing)
}
