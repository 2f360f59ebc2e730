/** Marks of a run of text. */
export type RichTextMark =
  | { type: 'bold' }
  | { type: 'italic' }
  | { type: 'code' }
  | { type: 'link'; attrs: { href: string } }

/**
 * Stored rich text: ProseMirror's JSON with a closed list of nodes. It is rendered to React elements; no HTML string
 * exists anywhere in the app.
 */
export type RichTextNode =
  | { type: 'doc'; content?: RichTextNode[] }
  | { type: 'paragraph'; content?: RichTextNode[] }
  | { type: 'heading'; attrs: { level: 2 | 3 | 4 }; content?: RichTextNode[] }
  | { type: 'bulletList'; content?: RichTextNode[] }
  | { type: 'orderedList'; content?: RichTextNode[] }
  | { type: 'listItem'; content?: RichTextNode[] }
  | { type: 'blockquote'; content?: RichTextNode[] }
  | { type: 'codeBlock'; content?: RichTextNode[] }
  | { type: 'horizontalRule' }
  | { type: 'hardBreak' }
  | {
      type: 'image'
      attrs: { src: string; alt: string; width: number; height: number; caption?: string }
    }
  | { type: 'text'; text: string; marks?: RichTextMark[] }

/** Nodes between which a reader sees a break. */
const blocks = new Set<RichTextNode['type']>(['paragraph', 'heading', 'listItem', 'codeBlock', 'hardBreak'])

/**
 * The words of a rich text without its structure, blocks parted by a blank: for searching and for excerpts.
 * @param value a document of {@link RichTextNode}s; anything else has no words
 */
export function toPlainText(value: unknown): string {
  const parts: string[] = []
  collectText(value, parts)
  return parts.join('').trim()
}

function collectText(value: unknown, parts: string[]): void {
  if (typeof value !== 'object' || value === null) return
  const { type, text, content } = value as { type?: RichTextNode['type']; text?: unknown; content?: unknown }
  if (type === 'text' && typeof text === 'string') parts.push(text)
  if (Array.isArray(content)) for (const child of content) collectText(child, parts)
  if (type !== undefined && blocks.has(type) && parts.at(-1) !== ' ') parts.push(' ')
}

/** Path of a stored file on this forum's origin, under any path prefix of the deployment. */
const storedFile = /^\/(?![/\\])(?:[\w.-]+\/)*front\/download\/file\/([A-Za-z0-9_-]+)$/

/**
 * Numbers of the stored files that a rich text shows as pictures, each once.
 * @param value a document, or a language map of them; anything else shows none
 */
export function listImageFileNumbers(value: unknown): string[] {
  const nos = new Set<string>()
  collectPictures(value, nos)
  return [...nos]
}

function collectPictures(value: unknown, nos: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  const { type, attrs } = value as { type?: unknown; attrs?: { src?: unknown } | null }
  const no = type === 'image' && typeof attrs?.src === 'string' ? storedFile.exec(attrs.src)?.[1] : undefined
  if (no !== undefined) nos.add(no)
  for (const part of Object.values(value)) collectPictures(part, nos)
}
