import type { RichTextMark, RichTextNode } from '../rich-text.ts'
import { isPlainObject, type Values } from './form-shape.ts'

type NodeType = RichTextNode['type']
type MarkType = RichTextMark['type']
type Attributes = Readonly<Record<string, (value: unknown) => boolean>>

interface NodeRule {
  /** Types of allowed children; without it the node has no `content`. */
  children?: readonly NodeType[]
  attrs?: Attributes
}

const blocks: readonly NodeType[] = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'blockquote',
  'codeBlock',
  'horizontalRule',
  'image',
]
const inline: readonly NodeType[] = ['text', 'hardBreak', 'image']

/** Maximum width and height of a picture in pixels. */
const maxSide = 20_000

const isSideLength = (value: unknown) =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= maxSide

const nodes: Readonly<Record<Exclude<NodeType, 'text'>, NodeRule>> = {
  doc: { children: blocks },
  paragraph: { children: inline },
  heading: { children: inline, attrs: { level: (level) => level === 2 || level === 3 || level === 4 } },
  bulletList: { children: ['listItem'] },
  orderedList: { children: ['listItem'] },
  listItem: { children: blocks },
  blockquote: { children: blocks },
  codeBlock: { children: ['text'] },
  horizontalRule: {},
  hardBreak: {},
  image: {
    attrs: {
      src: (src) => isSafeUrl(src, /^(?:https?:\/\/|\/(?![/\\]))/i),
      alt: (alt) => typeof alt === 'string',
      width: isSideLength,
      height: isSideLength,
    },
  },
}

const marks: Readonly<Record<MarkType, Attributes | undefined>> = {
  bold: undefined,
  italic: undefined,
  code: undefined,
  link: { href: (href) => isSafeUrl(href, /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\]))/i) },
}

/** Returns whether a node has one of these types and contains only what the closed list allows. */
export function isRichTextNode(value: unknown, types: readonly NodeType[]): boolean {
  if (!isPlainObject(value)) return false
  const type = types.find((allowedType) => allowedType === value['type'])
  if (!type) return false
  if (type === 'text') return isTextNode(value)
  const { children, attrs } = nodes[type]
  const { content } = value
  return (
    hasOnly(value, ['type', ...(children ? ['content'] : []), ...(attrs ? ['attrs'] : [])]) &&
    (!attrs || areAttributes(value['attrs'], attrs)) &&
    (content === undefined ||
      (Array.isArray(content) && content.every((node) => isRichTextNode(node, children ?? []))))
  )
}

function isTextNode(value: Values): boolean {
  const { text, marks: textMarks } = value
  return (
    hasOnly(value, ['type', 'text', 'marks']) &&
    typeof text === 'string' &&
    text !== '' &&
    (textMarks === undefined || (Array.isArray(textMarks) && textMarks.every(isMark)))
  )
}

function isMark(value: unknown): boolean {
  if (!isPlainObject(value)) return false
  const { type } = value
  if (typeof type !== 'string' || !Object.hasOwn(marks, type)) return false
  const attrs = marks[type as MarkType]
  return (
    hasOnly(value, attrs ? ['type', 'attrs'] : ['type']) && (!attrs || areAttributes(value['attrs'], attrs))
  )
}

function areAttributes(value: unknown, attrs: Attributes): boolean {
  return (
    isPlainObject(value) &&
    hasOnly(value, Object.keys(attrs)) &&
    Object.entries(attrs).every(([key, isValid]) => isValid(value[key]))
  )
}

function hasOnly(value: Values, keys: readonly string[]): boolean {
  return Object.keys(value).every((key) => keys.includes(key))
}

/**
 * Returns whether a value is a URL that matches `prefix`, without blanks and control characters: browsers remove those
 * before they parse the scheme.
 */
function isSafeUrl(value: unknown, prefix: RegExp): boolean {
  return typeof value === 'string' && prefix.test(value) && !/[\s\p{Cc}\\]/u.test(value)
}
