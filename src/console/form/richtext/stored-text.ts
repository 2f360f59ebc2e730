import type { JSONContent } from '@tiptap/react'
import { isPlainObject } from '#contract/form/form-shape.ts'
import type { RichTextMark, RichTextNode } from '#contract/rich-text.ts'

/** The editor's document when there is no text. */
export const emptyText: JSONContent = { type: 'doc', content: [{ type: 'paragraph' }] }

/** Converts a stored text to the editor's document: pictures move from paragraphs to between them. */
export function toEditorContent(value: unknown): JSONContent {
  if (!isPlainObject(value) || !Array.isArray(value['content'])) return emptyText
  const content = (value['content'] as JSONContent[]).flatMap(liftPictures)
  return content.length === 0 ? emptyText : { type: 'doc', content }
}

function liftPictures(node: JSONContent): JSONContent[] {
  if (!node.content) return [node]
  if (node.type !== 'paragraph' && node.type !== 'heading')
    return [{ ...node, content: node.content.flatMap(liftPictures) }]
  const blocks: JSONContent[] = []
  let inline: JSONContent[] = []
  const close = () => {
    if (inline.length > 0) blocks.push({ ...node, content: inline })
    inline = []
  }
  for (const child of node.content) {
    if (child.type !== 'image') inline.push(child)
    else {
      close()
      blocks.push(child)
    }
  }
  close()
  return blocks.length > 0 ? blocks : [node]
}

/**
 * Converts the editor's document to the stored format: the allowed nodes and marks with their attributes.
 * @returns null for an empty text
 */
export function toStoredText(editorContent: JSONContent): RichTextNode | null {
  const content = (editorContent.content ?? []).flatMap(toStoredNodes)
  // The editor always appends an empty line to type in.
  while (content.length > 0 && isEmptyParagraph(content.at(-1))) content.pop()
  return content.length === 0 ? null : { type: 'doc', content }
}

const isEmptyParagraph = (node: RichTextNode | undefined) =>
  node?.type === 'paragraph' && (node.content ?? []).length === 0

function toStoredNodes({ type, attrs = {}, content, text, marks }: JSONContent): RichTextNode[] {
  const inner = content?.flatMap(toStoredNodes)
  const children = inner && inner.length > 0 ? { content: inner } : {}
  switch (type) {
    case 'text':
      return text ? [{ type, text, ...toStoredMarks(marks) }] : []
    case 'heading':
      return [{ type, attrs: { level: attrs['level'] as 2 | 3 | 4 }, ...children }]
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
      return [{ type, ...children }]
    default:
      return []
  }
}

function toStoredMarks(marks: JSONContent['marks']): { marks?: RichTextMark[] } {
  const stored = (marks ?? []).flatMap(({ type, attrs }): RichTextMark[] => {
    if (type === 'link') return [{ type, attrs: { href: String(attrs?.['href'] ?? '') } }]
    return type === 'bold' || type === 'italic' || type === 'code' ? [{ type }] : []
  })
  return stored.length > 0 ? { marks: stored } : {}
}
