import type { Locale } from '#contract/locale.ts'
import type { RichTextNode } from '#contract/rich-text.ts'

/** A stored rich text in both languages. */
export type LocalizedRichText = Readonly<Record<Locale, RichTextNode>>

/** Creates a rich text in both languages from the short notation of {@link toRichText}. */
export function createRichText(zh: string, en: string): LocalizedRichText {
  return { 'zh-CN': toRichText(zh), en: toRichText(en) }
}

/**
 * Converts a notation in which the sample's prose can be read and corrected as prose. An empty line separates blocks.
 * `## ` and `### ` begin a heading, lines with `- ` or `1. ` a list, `> ` a quotation; all else is a paragraph. A block
 * may contain `**bold**` and `[label](URL)`. The notation is for the texts of the sample only.
 */
export function toRichText(notation: string): RichTextNode {
  const blocks = notation
    .trim()
    .split(/\n\s*\n/)
    .map((block) => block.split('\n').map((line) => line.trim()))
  return { type: 'doc', content: blocks.map(toBlock) }
}

function toBlock(lines: readonly string[]): RichTextNode {
  const [firstLine = ''] = lines
  const heading = /^(#{2,4}) (.+)$/.exec(firstLine)
  if (heading?.[1] && heading[2]) {
    return {
      type: 'heading',
      attrs: { level: heading[1].length as 2 | 3 | 4 },
      content: toInline(heading[2]),
    }
  }
  if (firstLine.startsWith('- ')) return { type: 'bulletList', content: toItems(lines, /^- /) }
  if (/^\d+\. /.test(firstLine)) return { type: 'orderedList', content: toItems(lines, /^\d+\. /) }
  if (firstLine.startsWith('> ')) {
    return { type: 'blockquote', content: [toParagraph(firstLine.slice(2))] }
  }
  return toParagraph(lines.join('\n'))
}

function toItems(lines: readonly string[], marker: RegExp): RichTextNode[] {
  return lines.map((line) => ({ type: 'listItem', content: [toParagraph(line.replace(marker, ''))] }))
}

function toParagraph(text: string): RichTextNode {
  return { type: 'paragraph', content: toInline(text) }
}

function toInline(text: string): RichTextNode[] {
  const nodes: RichTextNode[] = []
  for (const match of text.matchAll(/\*\*(?<bold>[^*]+)\*\*|\[(?<link>[^\]]+)\]\((?<href>[^)]+)\)|[^*[]+/g)) {
    const { bold, link, href } = match.groups ?? {}
    if (bold) nodes.push({ type: 'text', text: bold, marks: [{ type: 'bold' }] })
    else if (link && href)
      nodes.push({ type: 'text', text: link, marks: [{ type: 'link', attrs: { href } }] })
    else nodes.push({ type: 'text', text: match[0] })
  }
  return nodes
}
