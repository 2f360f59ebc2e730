import { isHttpUrl } from '#lib/safe-url.ts'

/** A piece of a paragraph; with an address when it is one. */
export interface TextPart {
  /** Where it starts in its paragraph, in UTF-16 units. */
  at: number
  text: string
  /** What it leads to: a page, or `mailto:` an address. */
  url?: string
}

/** Parts plain text into paragraphs at blank lines and finds the addresses in them. Line ends inside stay. */
export function linkedParagraphs(text: string): TextPart[][] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map(linkParts)
}

/**
 * A page, up to what no address contains: blanks, brackets of tags, quotation marks, long dashes, full-width marks and
 * characters without appearance, or up to the next of a list. Or a mailbox.
 */
const candidate =
  /(?:https?:\/\/|www\.)(?:(?![,;|]https?:\/\/)[^\s<>"'`\u00ab\u00ad\u00bb\u2014\u2015\u2018-\u201f\u2026\u2039\u203a\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65])+|[\w.+%-]+@[a-z0-9\u00df-\u024f-]+(?:\.[a-z0-9\u00df-\u024f-]+)*\.[a-z]{2,}/gi

function linkParts(paragraph: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const { 0: found, index } of paragraph.matchAll(candidate)) {
    const text = withoutSentence(found)
    const url = addressOf(text, paragraph[index - 1] ?? '')
    if (url === undefined) continue
    if (index > at) parts.push({ at, text: paragraph.slice(at, index) })
    parts.push({ at: index, text, url })
    at = index + text.length
  }
  if (at < paragraph.length) parts.push({ at, text: paragraph.slice(at) })
  return parts
}

/** Before an address without a scheme: what makes it the rest of a longer word. Chinese has no blanks. */
const partOfWord =
  /[\w@./\p{M}-]|(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\p{L}/u

/** Where an address leads; undefined for what is none, such as a part of a longer word. @param before character before it */
function addressOf(text: string, before: string): string | undefined {
  if (/^https?:/i.test(text)) return isHttpUrl(text) ? text : undefined
  if (partOfWord.test(before)) return undefined
  if (text.includes('@')) return `mailto:${text}`
  const url = `https://${text}`
  return /^www\.[^./]+\.[^./]/i.test(text) && isHttpUrl(url) ? url : undefined
}

/** An address without the words and the punctuation of the sentence around it. */
function withoutSentence(found: string): string {
  let address = found.slice(0, endOf(found))
  for (;;) {
    const last = address.at(-1) ?? ''
    if (!/[.,;:!?*|–]/.test(last) && (openings[last] === undefined || isPaired(address, last))) return address
    address = address.slice(0, -1)
  }
}

const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * Chinese has no blanks. Behind a word of an address its characters go on with the sentence; behind a slash, an equals
 * sign and the like they belong to the address, as names of articles do, and in a host behind a dot.
 */
function endOf(found: string): number {
  const path = found.indexOf('/', found.indexOf('//') + 2)
  let before = ''
  for (let at = 0; at < found.length; at += 1) {
    const character = found[at] ?? ''
    const isInHost = path < 0 || at < path
    if (han.test(character) && !han.test(before) && !(isInHost ? /[/.]/ : /[/=&#_~+%-]/).test(before))
      return at
    before = character
  }
  return found.length
}

const openings: Readonly<Record<string, string | undefined>> = { ')': '(', ']': '[', '}': '{' }

/** Whether a closing bracket has its opening one inside the address, as in `Pier_(wood)`. */
function isPaired(address: string, closing: string): boolean {
  const countOf = (sign: string): number => address.split(sign).length
  return countOf(openings[closing] ?? closing) >= countOf(closing)
}
