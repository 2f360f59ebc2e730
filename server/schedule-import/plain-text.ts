import sanitizeHtml from 'sanitize-html'
import { withoutControls } from './decode.ts'
import { markdownSign, markdownToText } from './markdown-text.ts'

/** One line of text: titles and names. */
export function toLine(text: string): string {
  return withoutControls(text).replace(/\s+/g, ' ').trim()
}

/**
 * Plain text with paragraphs, from HTML, from Markdown, or from text that is plain already.
 * A link keeps its address behind its text where that says something new.
 */
export function toPlainText(text: string): string {
  const clean = withoutControls(text).replace(/\r\n?/g, '\n')
  if (!anyTag.test(clean)) return tidy(markdownToText(clean))
  if (beginsWithBlock.test(clean) || !markdownSign.test(clean))
    return tidy(htmlToText(clean, anyBlock.test(clean)).replace(/\n{2,}(?=- )/g, '\n'))
  return tidy(markdownToText(clean, (text) => htmlToText(text, false)))
}

const blocks =
  'p|div|ul|ol|li|h[1-6]|pre|blockquote|table|tr|hr|section|article|details|summary|figure|figcaption|dl|dt|dd'
const anyTag = new RegExp(
  `<!--|</?(?:${blocks}|br|a|b|i|u|em|strong|code|span|sup|sub|small|del|ins|mark|font|center|script|style|img|iframe|svg|video)\\b[^<>]*>`,
  'i',
)
const anyBlock = new RegExp(`<(?:${blocks})\\b`, 'i')
const beginsWithBlock = new RegExp(`^\\s*<(?:${blocks})\\b`, 'i')

const kept = [
  'p',
  'div',
  'ul',
  'ol',
  'li',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'pre',
  'blockquote',
  'tr',
  'td',
  'th',
  'summary',
  'figcaption',
  'dt',
  'dd',
]

/** sanitize-html parses as browsers do and answers tags of a short list, well formed; only those are turned to text. */
function htmlToText(html: string, joinLines: boolean): string {
  const safe = sanitizeHtml(html, {
    allowedTags: [...kept, 'br', 'hr', 'a'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title'],
  })
  // In HTML a line end is a blank; between mere <br> it was typed as a line end.
  return new TextOf(joinLines).read(safe)
}

const token = /<(\/?)([a-z0-9]+)((?:\s+href="[^"]*")?)\s*\/?>|[^<]+|</g

class TextOf {
  readonly #joinLines: boolean
  #out = ''
  #preformatted = 0
  #href = ''
  #linkFrom = 0

  constructor(joinLines: boolean) {
    this.#joinLines = joinLines
  }

  read(html: string): string {
    for (const [all, slash, tag, attributes] of html.matchAll(token)) {
      if (tag === undefined) this.#text(all)
      else if (slash === '/') this.#close(tag)
      else this.#open(tag, attributes ?? '')
    }
    return this.#out
  }

  #text(part: string): void {
    const text = decodeBasic(part)
    if (this.#preformatted > 0 || !this.#joinLines) this.#out += text
    // A list that was typed with line ends inside a paragraph stays a list.
    else this.#out += text.replace(/[ \t]*\n[ \t]*(?!\n*(?:[-*•]|\d+[.)])\s)/g, ' ')
  }

  #open(tag: string, attributes: string): void {
    // A paragraph that an item of a list begins with is on the line of its dash.
    if (tag === 'p' && this.#out.endsWith('\n- ')) return
    if (tag === 'br') this.#out += '\n'
    else if (tag === 'li') this.#out += '\n- '
    else if (tag === 'td' || tag === 'th') this.#out += ' '
    else if (tag === 'a') {
      this.#href = decodeBasic(/href="([^"]*)"/.exec(attributes)?.[1] ?? '')
      this.#linkFrom = this.#out.length
    } else this.#out += '\n\n'
    if (tag === 'pre') this.#preformatted += 1
  }

  #close(tag: string): void {
    if (tag === 'pre') this.#preformatted -= 1
    if (tag === 'a') this.#closeLink()
    else if (tag !== 'li' && tag !== 'td' && tag !== 'th' && tag !== 'br') this.#out += '\n\n'
  }

  #closeLink(): void {
    const label = this.#out.slice(this.#linkFrom).trim()
    if (this.#href === '' || bareAddress(this.#href) === bareAddress(label)) return
    this.#out += label === '' ? this.#href : ` (${this.#href})`
  }
}

function bareAddress(url: string): string {
  return url.replace(/^(?:https?:\/\/|mailto:)/, '').replace(/\/$/, '')
}

/** sanitize-html leaves these four, and only these, encoded. */
function decodeBasic(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

function tidy(text: string): string {
  return text
    .replace(/[ \t\u00a0]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
