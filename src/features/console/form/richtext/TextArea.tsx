import { EditorContent, useEditor, type Editor } from '@tiptap/react'
import { useEffect, useRef } from 'react'
import type { RichTextNode } from '#contract/rich-text.ts'
import type { ControlProps } from '#features/forms'
import textStyles from '#ui/RichText.module.css'
import { extensions } from './extensions.ts'
import { plainPaste } from './plain-paste.ts'
import { toEdited, toStored } from './stored-text.ts'
import styles from './RichTextControl.module.css'

/** One text that is written in. */
export function TextArea({
  id,
  lang,
  labelledBy,
  aria,
  value,
  isFirst,
  onChange,
  onTouched,
}: {
  id: string
  lang?: string
  labelledBy: string
  aria: ControlProps['aria']
  value: unknown
  /** The tools work in it until another one was touched. */
  isFirst: boolean
  onChange: (text: RichTextNode | null) => void
  onTouched: (editor: Editor) => void
}) {
  /** What was told last: other values come from outside. */
  const told = useRef(printOf(value))
  const tell = useRef(onChange)
  useEffect(() => {
    tell.current = onChange
  }, [onChange])
  const editor = useEditor({
    extensions,
    content: toEdited(value),
    // Our policy takes no style that a script writes into the page; the sheet comes with this part.
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
    onUpdate: ({ editor: changed }) => {
      const text = toStored(changed.getJSON())
      if (printOf(text) === told.current) return
      told.current = printOf(text)
      tell.current(text)
    },
    onFocus: ({ editor: touched }) => onTouched(touched),
  })
  useEffect(() => {
    if (isFirst) onTouched(editor)
    // oxlint-disable-next-line react/exhaustive-deps -- once: from then on what is touched counts
  }, [editor])
  const print = printOf(value)
  useEffect(() => {
    if (print === told.current) return
    told.current = print
    editor.commands.setContent(toEdited(value), { emitUpdate: false })
    // oxlint-disable-next-line react/exhaustive-deps -- told apart by what it says
  }, [editor, print])
  return <EditorContent editor={editor} />
}

/** An empty text of any kind is the same. */
const printOf = (value: unknown): string => JSON.stringify(value || null)
