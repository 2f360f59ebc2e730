import { EditorContent, useEditor, type Editor } from '@tiptap/react'
import { useEffect, useRef } from 'react'
import type { RichTextNode } from '#contract/rich-text.ts'
import type { ControlProps } from '#forms/index.ts'
import textStyles from '#ui/RichText.module.css'
import { extensions } from './extensions.ts'
import { plainPaste } from './plain-paste.ts'
import { toEditorContent, toStoredText } from './stored-text.ts'
import styles from './RichTextControl.module.css'

/** Edits one rich text. */
export function TextArea({
  id,
  lang,
  labelledBy,
  aria,
  value,
  isInitiallyActive,
  onChange,
  onEditorFocus,
}: {
  id: string
  lang?: string
  labelledBy: string
  aria: ControlProps['aria']
  value: unknown
  /** The toolbar acts on this text until another one has the focus. */
  isInitiallyActive: boolean
  onChange: (text: RichTextNode | null) => void
  onEditorFocus: (editor: Editor) => void
}) {
  /** JSON of the value that `onChange` last reported; a different `value` replaces the editor's content. */
  const lastReported = useRef(toJson(value))
  const editor = useEditor({
    extensions,
    content: toEditorContent(value),
    // The content security policy forbids injected styles; the stylesheet is part of this chunk.
    injectCSS: false,
    editorProps: {
      ...plainPaste,
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        'aria-invalid': String(aria['aria-invalid']),
        'aria-required': String(aria['aria-required']),
        ...(aria['aria-describedby'] && { 'aria-describedby': aria['aria-describedby'] }),
        ...(lang && { lang }),
        class: `${textStyles.text} ${styles.text}`,
      },
    },
    onUpdate: ({ editor: updatedEditor }) => {
      const text = toStoredText(updatedEditor.getJSON())
      if (toJson(text) === lastReported.current) return
      lastReported.current = toJson(text)
      onChange(text)
    },
    onFocus: ({ editor: focusedEditor }) => onEditorFocus(focusedEditor),
  })
  useEffect(() => {
    if (isInitiallyActive) onEditorFocus(editor)
    // oxlint-disable-next-line react/exhaustive-deps -- once: afterwards the focus decides
  }, [editor])
  const json = toJson(value)
  useEffect(() => {
    if (json === lastReported.current) return
    lastReported.current = json
    editor.commands.setContent(toEditorContent(value), { emitUpdate: false })
    // oxlint-disable-next-line react/exhaustive-deps -- compared by its JSON
  }, [editor, json])
  return <EditorContent editor={editor} />
}

/** Serializes a text for comparison; all empty texts are equal. */
const toJson = (value: unknown): string => JSON.stringify(value || null)
