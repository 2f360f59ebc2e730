import type { RichTextMark, RichTextNode } from '../rich-text.ts'
import { isPlainObject, isPrototypeKey, type Values } from './form-shape.ts'

/** Maximum size of a value of type `json`, in bytes of its JSON. */
export const maxJsonBytes = 64 * 1024
/** Maximum size of a rich text, in bytes of its JSON: ten times that of a long article. */
export const maxRichTextBytes = 1024 * 1024
/** Maximum depth of arrays and objects in JSON and rich text, as in a request body. */
export const maxDepth = 20

/** Returns whether a value is JSON of at most `maxJsonBytes` and `maxDepth`. */
export function isSmallJson(value: unknown): boolean {
  return isJson(value, maxDepth) && jsonBytes(value) <= maxJsonBytes
}

/** Returns whether a value is a document of allowed nodes and marks, with URLs of web pages, mails and phones only. */
export function isRichText(value: unknown): boolean {
  return isJson(value, maxDepth) && jsonBytes(value) <= maxRichTextBytes && isRichTextNode(value, ['doc'])
}

/** The depth is checked during the walk, because the input may be nested deeper than the stack. */
function isJson(value: unknown, levels: number): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (levels === 0) return false
  if (Array.isArray(value)) return value.every((item) => isJson(item, levels - 1))
  if (!isPlainObject(value)) return false
  return Object.entries(value).every(([key, child]) => !isPrototypeKey(key) && isJson(child, levels - 1))
}

/** Bytes of the JSON in UTF-8. */
function jsonBytes(value: unknown): number {
  let bytes = 0
  for (const character of JSON.stringify(value)) {
    const point = character.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}

type NodeType = RichTextNode['type']
type MarkType = RichTextMark['type']
/** Attributes of a node or mark with a check of each value. All of them are required, and no others are allowed. */
type Attributes = Readonly<Record<string, (value: unknown) => boolean>>

interface NodeRule {
  /** Types of allowed children; without it the node has no `content`. */
  children?: readonly NodeType[]
  /** Without it the node has no attributes. */
  attrs?: Attributes
}

/** Nodes that begin on a line of their own. */
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
/** Nodes within a line. A picture may be either. */
const inline: readonly NodeType[] = ['text', 'hardBreak', 'image']

/** Maximum width and height of a picture in pixels. */
const maxSide = 20_000

const isSideLength = (value: unknown) =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= maxSide

// In URLs below, `/a` is a path of this origin. Browsers read `//host` and `/\host` as another host.
const nodes: Readonly<Record<Exclude<NodeType, 'text'>, NodeRule>> = {
  doc: { children: blocks },
  paragraph: { children: inline },
  // Level 1 is the title of the page.
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

/** Attributes of each type of mark; undefined for marks without attributes. */
const marks: Readonly<Record<MarkType, Attributes | undefined>> = {
  bold: undefined,
  italic: undefined,
  code: undefined,
  link: { href: (href) => isSafeUrl(href, /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\]))/i) },
}

/** Returns whether a node has one of these types and contains only what the closed list allows. */
function isRichTextNode(value: unknown, types: readonly NodeType[]): boolean {
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

/** Returns whether an object has no other members than these. */
function hasOnly(value: Values, keys: readonly string[]): boolean {
  return Object.keys(value).every((key) => keys.includes(key))
}

/**
 * Returns whether a value is a URL that matches `prefix`. It has no blanks and control characters, which browsers remove
 * before they parse the scheme, and no backslashes, which they read as slashes.
 */
function isSafeUrl(value: unknown, prefix: RegExp): boolean {
  return typeof value === 'string' && prefix.test(value) && !/[\s\p{Cc}\\]/u.test(value)
}
