import type { ChainedCommands, Editor } from '@tiptap/react'

/** A tool of the rich text editor that needs no dialog. */
export interface Tool {
  name: ToolName
  run: (chain: ChainedCommands) => ChainedCommands
  /** Whether the selected text has the format; absent for tools without a state. */
  isOn?: (editor: Editor) => boolean
  isAvailable?: (editor: Editor) => boolean
}

export type ToolName =
  | 'heading2'
  | 'heading3'
  | 'bold'
  | 'italic'
  | 'bullets'
  | 'numbers'
  | 'quote'
  | 'code'
  | 'rule'
  | 'undo'
  | 'redo'

/** Tools in their order; the most used come first, where a phone shows them. */
export const tools: readonly Tool[] = [
  { name: 'bold', run: (chain) => chain.toggleBold(), isOn: (editor) => editor.isActive('bold') },
  { name: 'italic', run: (chain) => chain.toggleItalic(), isOn: (editor) => editor.isActive('italic') },
  {
    name: 'heading2',
    run: (chain) => chain.toggleHeading({ level: 2 }),
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
  },
  {
    name: 'heading3',
    run: (chain) => chain.toggleHeading({ level: 3 }),
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
  },
  {
    name: 'bullets',
    run: (chain) => chain.toggleBulletList(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    name: 'numbers',
    run: (chain) => chain.toggleOrderedList(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  {
    name: 'quote',
    run: (chain) => chain.toggleBlockquote(),
    isOn: (editor) => editor.isActive('blockquote'),
  },
  { name: 'code', run: (chain) => chain.toggleCode(), isOn: (editor) => editor.isActive('code') },
  { name: 'rule', run: (chain) => chain.setHorizontalRule() },
  { name: 'undo', run: (chain) => chain.undo(), isAvailable: (editor) => editor.can().undo() },
  { name: 'redo', run: (chain) => chain.redo(), isAvailable: (editor) => editor.can().redo() },
]
