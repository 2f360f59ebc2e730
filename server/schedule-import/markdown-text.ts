import { lexer, type Token, type Tokens } from 'marked'

/** Longer than a session's text may be, and short enough to be read fast whatever it contains. */
const maxTextLength = 100_000

/** Placeholder (a private-use character) for a star inside a word: in `a*b*c` the author means a product. */
const starInWord = '\uE000'
const star = /(?<=[\p{L}\p{N}])\*(?=[\p{L}\p{N}])/gu
/** Matches powers such as `2**10` and `x**y`. */
const power = /(?<=(?<![A-Za-z0-9*])(?:[A-Za-z0-9]+(?=\*\*\d)|[A-Za-z](?=\*\*[A-Za-z](?![A-Za-z0-9]))))\*\*/g
/** Placeholder for `<` in code while tags around it are read. */
const lessInCode = '\uE001'

const cjk = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef“”‘’]'
/**
 * Strong text beside Chinese without a space. CommonMark requires one when a punctuation mark is its first or last
 * character.
 */
const strong = '\\*\\*(?=[^\\s*])([^*\\n]*[^\\s*])\\*\\*'
const strongBesideCjk = new RegExp(`(?<=${cjk})${strong}|${strong}(?=${cjk})`, 'gu')

/** Matches signs that a text with tags is Markdown. */
export const markdownSign =
  /\*\*\S|^ {0,3}(?:#{1,6}|[*+-]|\d+[.)]|>)\s|\]\(\S|`[^`\n]+`|(?<![\p{L}\p{N}])_\S[^_\n]*_(?![\p{L}\p{N}])/mu

const identity = (text: string): string => text

/**
 * Converts Markdown to plain text: emphasis, headings and code without marks, lists with dashes or numbers, links with
 * their URL after the text. Other text stays as it is, line ends included.
 * @param readTags converts the HTML tags that remain
 */
export function markdownToText(markdown: string, readTags = identity): string {
  if (markdown.length > maxTextLength) return readTags(markdown)
  const text = markdown
    .replaceAll(power, starInWord + starInWord)
    .replaceAll(star, starInWord)
    .replaceAll(strongBesideCjk, (_, before?: string, after?: string) => before ?? after ?? '')
  try {
    return readTags(blocksToText(lexer(text)))
      .replaceAll(starInWord, '*')
      .replaceAll(lessInCode, '<')
  } catch (error) {
    // Endlessly nested quotes exceed the stack.
    if (error instanceof RangeError) return readTags(markdown)
    throw error
  }
}

function blocksToText(tokens: readonly Token[]): string {
  return tokens.map((token) => blockToText(token) + trailingLines(token)).join('')
}

function blockToText(token: Token): string {
  switch (token.type) {
    case 'heading':
    case 'paragraph':
    case 'text':
      return withoutTrailingLines(inlineToText(token))
    case 'list':
      return (token as Tokens.List).items.map(itemToText).join('\n')
    case 'code':
      return token.codeBlockStyle === 'indented'
        ? withoutTrailingLines(token.raw)
        : codeToText(token as Tokens.Code)
    case 'blockquote':
      return quoteToText(token as Tokens.Blockquote)
    case 'table':
      return tableToText(token as Tokens.Table)
    case 'def':
      return ''
    default:
      return withoutTrailingLines(token.raw)
  }
}

const codeToText = ({ text }: { text: string }): string => text.replaceAll('<', lessInCode)

/** Keeps the marks of a quotation. One without other Markdown stays as typed. */
function quoteToText({ raw, tokens }: Tokens.Blockquote): string {
  const text = blocksToText(tokens).trimEnd()
  const quotedLines = withoutTrailingLines(raw)
  return text === quotedLines.replaceAll(/^ {0,3}> ?/gm, '') ? quotedLines : text.replaceAll(/^/gm, '> ')
}

/** A table stays as typed, except for marks in its cells. */
function tableToText({ raw, header, rows }: Tokens.Table): string {
  const [head = '', line = '', ...body] = withoutTrailingLines(raw).split('\n')
  return [rowToText(head, header), line, ...body.map((row, index) => rowToText(row, rows[index] ?? []))].join(
    '\n',
  )
}

/** Replaces each cell of a row by its text without marks. The space between the cells stays. */
function rowToText(row: string, cells: readonly Tokens.TableCell[]): string {
  let text = ''
  let remainingRow = row
  for (const cell of cells) {
    const index = remainingRow.indexOf(cell.text)
    if (index < 0) continue
    text += remainingRow.slice(0, index) + cell.tokens.map(inlineToText).join('')
    remainingRow = remainingRow.slice(index + cell.text.length)
  }
  return text + remainingRow
}

function itemToText(item: Tokens.ListItem): string {
  const number = /^\s*(\d+[.)])/.exec(item.raw)?.[1]
  const lines = blocksToText(item.tokens).trimEnd().split('\n')
  return `${number ?? '-'} ${lines.join('\n  ')}`
}

/** Converts inline tokens recursively. */
function inlineToText(token: Token): string {
  switch (token.type) {
    case 'codespan':
      return codeToText(token as Tokens.Codespan)
    case 'escape':
      return (token as Tokens.Escape).text
    case 'br':
      return '\n'
    case 'link':
    case 'image':
      return linkToText(token as Tokens.Link)
    default:
      return 'tokens' in token && token.tokens ? token.tokens.map(inlineToText).join('') : token.raw
  }
}

/** URLs that open no page, mail or call. */
const unsafeUrlPattern = /^(?!https?:|mailto:|tel:)[a-z][a-z0-9+.-]*:/i

function linkToText({ href, text, tokens, raw }: Tokens.Link): string {
  // A bare URL, or `<https://…>`.
  if (!raw.startsWith('[') && !raw.startsWith('!')) return raw.replace(/^<(.*)>$/, '$1')
  const label = (tokens?.map(inlineToText).join('') ?? text).trim()
  const url = unsafeUrlPattern.test(href) ? '' : href.replaceAll(' ', '%20')
  if (label === '' || label === href) return url
  return url === '' ? label : `${label} (${url})`
}

const trailingLines = ({ raw }: Token): string => /\n*$/.exec(raw)?.[0] ?? ''

const withoutTrailingLines = (text: string): string => text.replace(/\n+$/, '')
