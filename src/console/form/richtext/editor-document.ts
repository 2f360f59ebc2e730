import { type JSONContent, Node } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { isPlainObject } from '#contract/form/form-shape.ts'
import type { RichTextMark, RichTextNode } from '#contract/rich-text.ts'
import { isRichText } from '#contract/form/check-structure.ts'
import { loadPicture } from '#console/field-controls/StoredImage.tsx'

/** The editor's document when there is no text. */
export const emptyText: JSONContent = { type: 'doc', content: [{ type: 'paragraph' }] }

/** Converts a stored text to the editor's document: pictures move from paragraphs to between them. */
export function toEditorContent(value: unknown): JSONContent {
  if (!isPlainObject(value) || !Array.isArray(value['content'])) return emptyText
  const content = (value['content'] as JSONContent[]).flatMap(liftPictures)
  return content.length === 0 ? emptyText : { type: 'doc', content }
}

/** Splits a paragraph or heading around its pictures; pictures deeper in lists and quotes are lifted there. */
function liftPictures(node: JSONContent): JSONContent[] {
  if (!node.content) return [node]
  if (node.type !== 'paragraph' && node.type !== 'heading')
    return [{ ...node, content: node.content.flatMap(liftPictures) }]
  const blocks: JSONContent[] = []
  let inlineNodes: JSONContent[] = []
  const closeBlock = () => {
    if (inlineNodes.length > 0) blocks.push({ ...node, content: inlineNodes })
    inlineNodes = []
  }
  for (const child of node.content) {
    if (child.type !== 'image') inlineNodes.push(child)
    else {
      closeBlock()
      blocks.push(child)
    }
  }
  closeBlock()
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

/** Converts a node of the editor; nodes that the stored format does not have are dropped. */
function toStoredNodes({ type, attrs = {}, content, text, marks }: JSONContent): RichTextNode[] {
  const childNodes = content?.flatMap(toStoredNodes)
  const children = childNodes && childNodes.length > 0 ? { content: childNodes } : {}
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
  const storedMarks = (marks ?? []).flatMap(({ type, attrs }): RichTextMark[] => {
    if (type === 'link') return [{ type, attrs: { href: String(attrs?.['href'] ?? '') } }]
    return type === 'bold' || type === 'italic' || type === 'code' ? [{ type }] : []
  })
  return storedMarks.length > 0 ? { marks: storedMarks } : {}
}

/** A picture between paragraphs, loaded with the user's token because it may be unpublished. */
const pictureNode = Node.create({
  name: 'image',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ src: {}, alt: { default: '' }, width: {}, height: {} }),
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addNodeView: () => {
    return ({ node }) => {
      const figure = document.createElement('figure')
      const image = document.createElement('img')
      const { src, alt, width, height } = node.attrs as {
        src: string
        alt: string
        width: number
        height: number
      }
      image.alt = alt
      // Reserves the space before the picture has loaded.
      image.width = width
      image.height = height
      figure.append(image)
      const release = loadPicture(src, (url) => (image.src = url))
      return {
        dom: figure,
        destroy: release,
        /** Updates the alternative text, which changes with each letter, without loading the picture again. */
        update(newNode) {
          if (newNode.type !== node.type || newNode.attrs['src'] !== src) return false
          image.alt = String(newNode.attrs['alt'])
          return true
        },
      }
    }
  },
})

/** The nodes and marks that contract/rich-text.ts allows, and no others. */
export const extensions = [
  StarterKit.configure({
    strike: false,
    underline: false,
    // The toolbar offers levels 2 and 3; stored texts may have level 4 as well.
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, isAllowedUri: (href) => isAllowedUrl(href) },
  }),
  pictureNode,
]

/** Whether the contract allows a URL as a link. */
function isAllowedUrl(href: string): boolean {
  const link = { type: 'link', attrs: { href } }
  const textNode = { type: 'text', text: 'a', marks: [link] }
  return isRichText({ type: 'doc', content: [{ type: 'paragraph', content: [textNode] }] })
}

/**
 * Converts typed text to a URL: text that starts with a host name gets `https://`. Returns undefined for a URL that
 * the contract forbids.
 */
export function toLinkUrl(typed: string): string | undefined {
  const text = typed.trim()
  // Matches `example.org`, `example.org/news?page=2` and `www.example.org#top`, but not `mailto:a@example.org`.
  const href = /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(text) ? `https://${text}` : text
  return isAllowedUrl(href) ? href : undefined
}
