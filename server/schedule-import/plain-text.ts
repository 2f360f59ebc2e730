import { Parser } from 'htmlparser2'
import { removeControls } from './decode.ts'
import { markdownSign, markdownToText } from './markdown-text.ts'

/** Converts a text to one line, for titles and names. */
export function toLine(text: string): string {
  return removeControls(text).replace(/\s+/g, ' ').trim()
}

/**
 * Converts HTML, Markdown or plain text to plain text with paragraphs. The URL of a link follows its text when it adds
 * information.
 */
export function toPlainText(text: string): string {
  const clean = removeControls(text).replace(/\r\n?/g, '\n')
  // Markdown is a plain text with marks, so plain text is read as Markdown.
  if (!anyTag.test(clean)) return removeExtraBlanks(markdownToText(clean))
  // HTML. List items follow each other without empty lines.
  if (beginsWithBlock.test(clean) || !markdownSign.test(clean))
    return removeExtraBlanks(htmlToText(clean, anyBlock.test(clean)).replace(/\n{2,}(?=- )/g, '\n'))
  // Markdown with single tags, such as `<br>`.
  return removeExtraBlanks(markdownToText(clean, (text) => htmlToText(text, false)))
}

/** Names of tags that begin a line of their own, as alternatives of a regular expression. */
const blockTags =
  'p|div|ul|ol|li|h[1-6]|pre|blockquote|table|tr|hr|section|article|details|summary|figure|figcaption|dl|dt|dd'
const anyTag = new RegExp(
  `<!--|</?(?:${blockTags}|br|a|b|i|u|em|strong|code|span|sup|sub|small|del|ins|mark|font|center|script|style|img|iframe|svg|video)\\b[^<>]*>`,
  'i',
)
const anyBlock = new RegExp(`<(?:${blockTags})\\b`, 'i')
const beginsWithBlock = new RegExp(`^\\s*<(?:${blockTags})\\b`, 'i')

/** Tags with an empty line before and after. */
const paddedTags = new Set(
  'p div ul ol h1 h2 h3 h4 h5 h6 pre blockquote tr summary figcaption dt dd hr'.split(' '),
)
/** Tags that affect the text. Text around any other tag is one text. */
const significantTags = new Set([...paddedTags, 'br', 'li', 'td', 'th', 'a'])
/** Tags whose content readers do not see. */
const hiddenTags = new Set(['script', 'style', 'textarea', 'option', 'noscript', 'title'])
/** The parser returns the content of an iframe as text, so it is parsed again. The limit protects the stack. */
const maxFrames = 8

/** @param joinLines true to read a line end as a space, as HTML does; false for typed lines, as beside plain `<br>` */
function htmlToText(html: string, joinLines: boolean): string {
  const writer = new TextWriter(joinLines)
  writer.read(html)
  return writer.finish()
}

/** Collects the text of HTML while the parser reports tags and texts. */
class TextWriter {
  readonly #joinLines: boolean
  #output = ''
  /** Text since the last tag that affects the text. */
  #pending = ''
  /** The tag that was opened last; empty after a closing tag. */
  #tag = ''
  /** Depth of nested iframes. */
  #frameDepth = 0
  /** Depth of elements within a hidden one; 0 outside. */
  #hiddenDepth = 0
  /** Depth of nested `pre` elements. */
  #preDepth = 0
  /** Target of the open link; empty when it has none, or an unsafe one. */
  #href = ''
  /** Length of the output where the label of the open link begins. */
  #linkStart = 0

  constructor(joinLines: boolean) {
    this.#joinLines = joinLines
  }

  read(html: string): void {
    const parser = new Parser({
      onopentag: (tag, { href = '' }) => this.#open(tag, href),
      onclosetag: (tag) => this.#close(tag),
      ontext: (text) => this.#write(text),
    })
    parser.end(html)
  }

  finish(): string {
    this.#flush()
    return this.#output
  }

  #write(text: string): void {
    if (this.#hiddenDepth > 0) return
    if (this.#tag === 'iframe' && this.#frameDepth < maxFrames) {
      this.#frameDepth += 1
      this.read(text)
      this.#frameDepth -= 1
    } else this.#pending += text
  }

  #flush(): void {
    const text = this.#pending
    this.#pending = ''
    if (this.#preDepth > 0 || !this.#joinLines) this.#output += text
    // Line ends before list items inside a paragraph stay.
    else this.#output += text.replace(/[ \t]*\n[ \t]*(?!\n*(?:[-*•]|\d+[.)])\s)/g, ' ')
  }

  #open(tag: string, href: string): void {
    this.#tag = tag
    if (this.#hiddenDepth > 0 || hiddenTags.has(tag)) {
      this.#hiddenDepth += 1
      return
    }
    if (!significantTags.has(tag)) return
    this.#flush()
    // The first paragraph of a list item stays on the line of its dash.
    if (tag === 'p' && this.#output.endsWith('\n- ')) return
    if (tag === 'br') this.#output += '\n'
    else if (tag === 'li') this.#output += '\n- '
    else if (tag === 'td' || tag === 'th') this.#output += ' '
    else if (tag === 'a') {
      // Browsers ignore control characters and blanks in a scheme, such as `java\nscript:`.
      this.#href = unsafeUrlPattern.test(href.replace(/[\0- ]+/g, '')) ? '' : href
      this.#linkStart = this.#output.length
    } else this.#output += '\n\n'
    if (tag === 'pre') this.#preDepth += 1
  }

  #close(tag: string): void {
    this.#tag = ''
    if (this.#hiddenDepth > 0) {
      this.#hiddenDepth -= 1
      return
    }
    if (!significantTags.has(tag)) return
    this.#flush()
    if (tag === 'pre') this.#preDepth -= 1
    if (tag === 'a') this.#closeLink()
    else if (paddedTags.has(tag)) this.#output += '\n\n'
  }

  #closeLink(): void {
    const label = this.#output.slice(this.#linkStart).trim()
    if (this.#href === '' || stripScheme(this.#href) === stripScheme(label)) return
    this.#output += label === '' ? this.#href : ` (${this.#href})`
  }
}

/** URLs that open no page or mail, and those that name a host without a scheme. Markdown also allows `tel:`. */
const unsafeUrlPattern = /^(?!https?:|mailto:)[a-z][a-z0-9+.-]*:|^[/\\]{2}/i

function stripScheme(url: string): string {
  return url.replace(/^(?:https?:\/\/|mailto:)/, '').replace(/\/$/, '')
}

function removeExtraBlanks(text: string): string {
  return text
    .replace(/[ \t\u00a0]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
