import { lexer, type Token, type Tokens } from 'marked'

/** Longer than a session's text may be, and short enough to be read fast whatever it contains. */
const longestText = 100_000

/** Placeholder for a star inside a word: in `a*b*c` the author means a product. */
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

const asItIs = (text: string): string => text

/**
 * Converts Markdown to plain text: emphasis, headings and code without marks, lists with dashes or numbers, links with
 * their URL after the text. Other text stays as it is, line ends included.
 * @param readTags converts the tags that remain
 */
export function markdownToText(markdown: string, readTags = asItIs): string {
  if (markdown.length > longestText) return readTags(markdown)
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

/** Quotations keep their mark. */
function quoteToText({ raw, tokens }: Tokens.Blockquote): string {
  const text = blocksToText(tokens).trimEnd()
  const written = withoutTrailingLines(raw)
  return text === written.replaceAll(/^ {0,3}> ?/gm, '') ? written : text.replaceAll(/^/gm, '> ')
}

/** A table stays as typed, except for marks in its cells. */
function tableToText({ raw, header, rows }: Tokens.Table): string {
  const [head = '', line = '', ...body] = withoutTrailingLines(raw).split('\n')
  return [rowToText(head, header), line, ...body.map((row, at) => rowToText(row, rows[at] ?? []))].join('\n')
}

function rowToText(row: string, cells: readonly Tokens.TableCell[]): string {
  let text = ''
  let rest = row
  for (const cell of cells) {
    const at = rest.indexOf(cell.text)
    if (at < 0) continue
    text += rest.slice(0, at) + cell.tokens.map(inlineToText).join('')
    rest = rest.slice(at + cell.text.length)
  }
  return text + rest
}

function itemToText(item: Tokens.ListItem): string {
  const number = /^\s*(\d+[.)])/.exec(item.raw)?.[1]
  const lines = blocksToText(item.tokens).trimEnd().split('\n')
  const isLoose = lines.includes('')
  return `${number ?? '-'} ${lines.filter((line) => line !== '' || isLoose).join('\n  ')}`
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
const runs = /^(?!https?:|mailto:|tel:)[a-z][a-z0-9+.-]*:/i

function linkToText({ href, text, tokens, raw }: Tokens.Link): string {
  if (!raw.startsWith('[') && !raw.startsWith('!')) return raw.replace(/^<(.*)>$/, '$1')
  const label = (tokens?.map(inlineToText).join('') ?? text).trim()
  const address = runs.test(href) ? '' : href.replaceAll(' ', '%20')
  if (label === '' || label === href) return address
  return address === '' ? label : `${label} (${address})`
}

const trailingLines = ({ raw }: Token): string => /\n*$/.exec(raw)?.[0] ?? ''

const withoutTrailingLines = (text: string): string => text.replace(/\n+$/, '')
