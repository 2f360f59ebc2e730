import { isWebAddress } from '#lib/safe-address.ts'

/** A piece of a paragraph; with an address when it is one. */
export interface TextPart {
  /** Where it starts in its paragraph, in UTF-16 units. */
  at: number
  text: string
  url?: string
}

const addressPattern = /https?:\/\/[^\s<>"'，。；、）】」』]+/g

/** Punctuation at an address's end belongs to the sentence around it. */
const trailing = /[.,;:!?)\]]+$/

/** Parts plain text into paragraphs at blank lines and finds the addresses in them. Line ends inside stay. */
export function linkedParagraphs(text: string): TextPart[][] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map(linkParts)
}

function linkParts(paragraph: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const match of paragraph.matchAll(addressPattern)) {
    const url = match[0].replace(trailing, '')
    if (!isWebAddress(url)) continue
    if (match.index > at) parts.push({ at, text: paragraph.slice(at, match.index) })
    parts.push({ at: match.index, text: url, url })
    at = match.index + url.length
  }
  if (at < paragraph.length) parts.push({ at, text: paragraph.slice(at) })
  return parts
}
