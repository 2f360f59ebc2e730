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

/** Types of nodes that end a line. */
const blockTypes = new Set<RichTextNode['type']>([
  'paragraph',
  'heading',
  'listItem',
  'codeBlock',
  'hardBreak',
])

/**
 * Returns the text of a rich text, with a blank between blocks, for search and excerpts.
 * @param value a document of {@link RichTextNode}s; other values have no text
 */
export function toPlainText(value: unknown): string {
  const segments: string[] = []
  collectText(value, segments)
  return segments.join('').trim()
}

function collectText(value: unknown, segments: string[]): void {
  if (typeof value !== 'object' || value === null) return
  const { type, text, content } = value as { type?: RichTextNode['type']; text?: unknown; content?: unknown }
  if (type === 'text' && typeof text === 'string') segments.push(text)
  if (Array.isArray(content)) for (const child of content) collectText(child, segments)
  if (type !== undefined && blockTypes.has(type) && segments.at(-1) !== ' ') segments.push(' ')
}

/** Path of a stored file on this forum's origin, under any path prefix of the deployment. */
const storedFile = /^\/(?![/\\])(?:[\w.-]+\/)*front\/download\/file\/([A-Za-z0-9_-]+)$/

/**
 * Lists the numbers of the stored files that a rich text shows as pictures, each once.
 * @param value a document or a language map of documents
 */
export function listImageFileNumbers(value: unknown): string[] {
  const fileNumbers = new Set<string>()
  collectPictures(value, fileNumbers)
  return [...fileNumbers]
}

function collectPictures(value: unknown, fileNumbers: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  const { type, attrs } = value as { type?: unknown; attrs?: { src?: unknown } | null }
  const no = type === 'image' && typeof attrs?.src === 'string' ? storedFile.exec(attrs.src)?.[1] : undefined
  if (no !== undefined) fileNumbers.add(no)
  for (const child of Object.values(value)) collectPictures(child, fileNumbers)
}
