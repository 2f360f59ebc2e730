import { isPlainObject, isPrototypeKey } from './form-shape.ts'
import { isRichTextNode } from './rich-text-nodes.ts'

/** Greatest size of a value of type `json`, in bytes of its JSON. */
export const maxJsonBytes = 64 * 1024
/** Greatest size of a rich text, in bytes of its JSON: ten times that of a long article. */
export const maxRichTextBytes = 1024 * 1024
/** Maximum depth of arrays and objects in JSON and rich text, as in a request body. */
export const maxDepth = 20

/** True for JSON that is neither too large nor too deep. */
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
