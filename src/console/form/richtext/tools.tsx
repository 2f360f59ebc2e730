import type { ChainedCommands, Editor } from '@tiptap/react'
import styles from './RichTextControl.module.css'

/** A tool of the rich text editor that needs no dialog. Its name is also that of its icon and of its label. */
export interface Tool {
  name: ToolName
  run: (chain: ChainedCommands) => ChainedCommands
  /** Whether the selected text has the format; absent for tools without a state. */
  isOn?: (editor: Editor) => boolean
  /** Absent for tools that are always available. */
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

/** SVG paths of the icons on a 24 px grid. */
const iconPaths: Record<ToolName | 'link' | 'picture', string> = {
  bold: 'M7.5 4.5h5.5a3.5 3.5 0 0 1 0 7h-5.5zM7.5 11.5h6.5a4 4 0 0 1 0 8h-6.5z',
  italic: 'M10 4.5h7M7 19.5h7M14 4.5l-4 15',
  heading2: 'M4 5.5v13M12 5.5v13M4 12h8M16 10.5a2.3 2.3 0 1 1 4.2 1.5L16 18.5h5',
  heading3: 'M4 5.5v13M12 5.5v13M4 12h8M16 9h4.5l-2.5 3.5a3 3 0 1 1-2.3 5',
  bullets: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  numbers: 'M10 6h10M10 12h10M10 18h10M4 4.5l1.5-.5v5M3.5 14h3l-3 4.5h3',
  quote: 'M5 17.5c2.5-1 3.5-3 3.5-5.5h-4v-5.5h6v5.5M14 17.5c2.5-1 3.5-3 3.5-5.5h-4v-5.5h6v5.5',
  code: 'M8.5 7 3.5 12l5 5M15.5 7l5 5-5 5M13.5 5l-3 14',
  rule: 'M4 12h16M7 6h10M7 18h10',
  undo: 'M8.5 5 4 9.5 8.5 14M4 9.5h10a5 5 0 0 1 0 10h-4',
  redo: 'M15.5 5 20 9.5 15.5 14M20 9.5h-10a5 5 0 0 0 0 10h4',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  picture: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 4M15.5 9.5h.01',
}

/** Shows a tool as a button. Pressing it leaves the focus, and so the on-screen keyboard, in the text. */
export function ToolButton({
  icon,
  label,
  isOn,
  disabled = false,
  onClick,
}: {
  icon: keyof typeof iconPaths
  label: string
  isOn?: boolean | undefined
  disabled?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      disabled={disabled}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <svg viewBox="0 0 24 24" width={20} height={20} aria-hidden="true">
        <path
          d={iconPaths[icon]}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.8}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  )
}
