/** Marks of a run of text. */
export type RichTextMark =
  | { type: 'bold' }
  | { type: 'italic' }
  | { type: 'code' }
  | { type: 'link'; attrs: { href: string } }

/**
 * Stored rich text: ProseMirror's JSON with a closed list of nodes. It is rendered to React elements; no HTML string
 * exists anywhere in the app (security.md 11).
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
  | { type: 'image'; attrs: { src: string; alt: string; width: number; height: number } }
  | { type: 'text'; text: string; marks?: RichTextMark[] }
