import type { JSONContent } from '@tiptap/react'
import { isPlainObject } from '#contract/form/form-shape.ts'
import type { RichTextMark, RichTextNode } from '#contract/rich-text.ts'

/** What the editor begins with where there is no text: it never reads HTML. */
export const emptyText: JSONContent = { type: 'doc', content: [{ type: 'paragraph' }] }

/** A stored text as the editor takes it: pictures stand between paragraphs, not in them. */
export function toEdited(value: unknown): JSONContent {
  if (!isPlainObject(value) || !Array.isArray(value['content'])) return emptyText
  const content = (value['content'] as JSONContent[]).flatMap(liftPictures)
  return content.length === 0 ? emptyText : { type: 'doc', content }
}

function liftPictures(node: JSONContent): JSONContent[] {
  if (!node.content) return [node]
  if (node.type !== 'paragraph' && node.type !== 'heading')
    return [{ ...node, content: node.content.flatMap(liftPictures) }]
  const parts: JSONContent[] = []
  let words: JSONContent[] = []
  const close = () => {
    if (words.length > 0) parts.push({ ...node, content: words })
    words = []
  }
  for (const child of node.content) {
    if (child.type !== 'image') words.push(child)
    else {
      close()
      parts.push(child)
    }
  }
  close()
  return parts.length > 0 ? parts : [node]
}

/**
 * What the editor holds as it is stored: the closed list of nodes and marks, with their attributes alone.
 * @returns null for a text that says nothing
 */
export function toStored(edited: JSONContent): RichTextNode | null {
  const content = (edited.content ?? []).flatMap(storedNode)
  // The editor keeps an empty line at the end, to be typed into.
  while (content.length > 0 && isEmptyParagraph(content.at(-1))) content.pop()
  return content.length === 0 ? null : { type: 'doc', content }
}

const isEmptyParagraph = (node: RichTextNode | undefined) =>
  node?.type === 'paragraph' && (node.content ?? []).length === 0

function storedNode({ type, attrs = {}, content, text, marks }: JSONContent): RichTextNode[] {
  const inner = content?.flatMap(storedNode)
  const held = inner && inner.length > 0 ? { content: inner } : {}
  switch (type) {
    case 'text':
      return text ? [{ type, text, ...storedMarks(marks) }] : []
    case 'heading':
      return [{ type, attrs: { level: attrs['level'] as 2 | 3 | 4 }, ...held }]
    case 'image': {
      const { src, alt, width, height } = attrs as { src: string; alt: string; width: number; height: number }
      return [{ type, attrs: { src, alt, width, height } }]
    }
    case 'horizontalRule':
    case 'hardBreak':
      return [{ type }]
    case 'paragraph':
    case 'bulletList':
    case 'orderedList':
    case 'listItem':
    case 'blockquote':
    case 'codeBlock':
      return [{ type, ...held }]
    default:
      return []
  }
}

function storedMarks(marks: JSONContent['marks']): { marks?: RichTextMark[] } {
  const stored = (marks ?? []).flatMap(({ type, attrs }): RichTextMark[] => {
    if (type === 'link') return [{ type, attrs: { href: String(attrs?.['href'] ?? '') } }]
    return type === 'bold' || type === 'italic' || type === 'code' ? [{ type }] : []
  })
  return stored.length > 0 ? { marks: stored } : {}
}
