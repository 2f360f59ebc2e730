import { lexer, type Token, type Tokens } from 'marked'

/** Longer than what a session keeps of a text, and short enough for whatever somebody made to be slow to read. */
const longestText = 100_000

/** Stands for a star inside a word while the rest is read: `a*b*c` is a product to whoever wrote it. */
const starInWord = '\uE000'

/**
 * Markdown as plain text: emphasis, headings and code without their signs, lists with dashes or numbers, links with their
 * address behind the text. What is no Markdown stays as it is, line ends too.
 */
export function markdownToText(markdown: string): string {
  if (markdown.length > longestText) return markdown
  const text = markdown.replaceAll(/(?<=[\p{L}\p{N}])\*(?=[\p{L}\p{N}])/gu, starInWord)
  try {
    return blocksToText(lexer(text)).replaceAll(starInWord, '*')
  } catch (error) {
    // Quotes in quotes without end are deeper than the stack.
    if (error instanceof RangeError) return markdown
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
        : (token as Tokens.Code).text
    case 'def':
      return ''
    default:
      return withoutTrailingLines(token.raw)
  }
}

function itemToText(item: Tokens.ListItem): string {
  const number = /^\s*(\d+[.)])/.exec(item.raw)?.[1]
  const lines = blocksToText(item.tokens).trimEnd().split('\n')
  const isLoose = lines.includes('')
  return `${number ?? '-'} ${lines.filter((line) => line !== '' || isLoose).join('\n  ')}`
}

/** Text inside a line: what has parts of its own is told by them. */
function inlineToText(token: Token): string {
  switch (token.type) {
    case 'codespan':
    case 'escape':
      return (token as Tokens.Codespan).text
    case 'br':
      return '\n'
    case 'link':
    case 'image':
      return linkToText(token as Tokens.Link)
    default:
      return 'tokens' in token && token.tokens ? token.tokens.map(inlineToText).join('') : token.raw
  }
}

function linkToText({ href, text, tokens, raw }: Tokens.Link): string {
  if (!raw.startsWith('[') && !raw.startsWith('!')) return raw.replace(/^<(.*)>$/, '$1')
  const label = tokens?.map(inlineToText).join('') ?? text
  return label === '' || label === href ? href : `${label} (${href})`
}

const trailingLines = ({ raw }: Token): string => /\n*$/.exec(raw)?.[0] ?? ''

const withoutTrailingLines = (text: string): string => text.replace(/\n+$/, '')
