import type { ChainedCommands, Editor } from '@tiptap/react'

/** A tool that does its work at once. */
export interface Tool {
  name: ToolName
  run: (chain: ChainedCommands) => ChainedCommands
  /** Whether the words that are chosen are so; absent for what is done and not is. */
  isOn?: (editor: Editor) => boolean
  can?: (editor: Editor) => boolean
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

/** The tools in their order; what is used most stands first, where a phone shows it. */
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
  { name: 'undo', run: (chain) => chain.undo(), can: (editor) => editor.can().undo() },
  { name: 'redo', run: (chain) => chain.redo(), can: (editor) => editor.can().redo() },
]
