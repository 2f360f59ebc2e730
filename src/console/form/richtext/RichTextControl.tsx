import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorProps } from '@tiptap/pm/view'
import type { Slice } from '@tiptap/pm/model'
import { isPlainObject } from '#contract/form/form-shape.ts'
import { isRichText } from '#contract/form/check-structure.ts'
import { locales, type Locale } from '#contract/locale.ts'
import type { RichTextNode } from '#contract/rich-text.ts'
import { isUnfinished, createUnfinished, withoutUnfinished, type ControlProps } from '#forms/index.ts'
import { LanguageTabs } from '../../field-controls/LanguageTabs.tsx'
import textStyles from '#ui/RichText.module.css'
import { readTypedLink, type TypedLink, Toolbar } from './Toolbar.tsx'
import styles from './RichTextControl.module.css'
import { extensions, toEditorContent, toStoredText } from './editor-document.ts'

/**
 * Edits a rich text, or one in each language, with one toolbar that acts on the text that was focused last. A link that
 * is typed but not applied is part of the form's value, so that the draft has it too.
 */
export default function RichTextControl({
  module,
  name,
  invalidLocale,
  ...control
}: ControlProps & {
  /** Name of the module and key of the field, for which the toolbar uploads pictures. */
  module: string
  name: string
  /** The language whose text has an issue: its tab opens. */
  invalidLocale: Locale | undefined
}) {
  const { t } = useTranslation('console')
  const [lastFocused, setLastFocused] = useState<{ editor: Editor; locale: Locale }>()
  const { id, field, value: input, onChange, labelId, aria } = control
  // The toolbar reports a link after the user has typed on: the value of that moment counts.
  const latestInput = useRef(input)
  useEffect(() => {
    latestInput.current = input
  }, [input])
  const value = withoutUnfinished(input)
  const isMonolingual = !field.localized
  // A link from the draft, which was being typed when the page was closed.
  const [restoredLink, setRestoredLink] = useState(() => readTypedLink(input))
  // Decided once: while the user types, every text stays one that the editor can show.
  const [isEditable] = useState(() =>
    isMonolingual ? canEdit(value) : locales.every((locale) => canEdit(getText(value, locale))),
  )
  if (!isEditable) return <p className={styles.unfit}>{t('richtext.unfit')}</p>
  const storeLink = (typedLink: TypedLink | undefined) => {
    const text = withoutUnfinished(latestInput.current)
    if (!typedLink) setRestoredLink(undefined)
    if (typedLink) onChange(createUnfinished(typedLink, text))
    else if (isUnfinished(latestInput.current)) onChange(text)
  }
  const getTextAreaProps = (locale: Locale) => ({
    aria,
    isInitiallyActive: locale === (restoredLink?.locale ?? locales[0]),
    onEditorFocus: (editor: Editor) => setLastFocused({ editor, locale }),
  })
  return (
    <div className={styles.control}>
      <Toolbar lastFocused={lastFocused} link={restoredLink} onLink={storeLink} module={module} name={name} />
      {isMonolingual ? (
        <TextArea
          {...getTextAreaProps(locales[0])}
          id={id}
          labelledBy={labelId}
          value={value}
          onChange={onChange}
        />
      ) : (
        <LanguageTabs id={id} invalidLocale={invalidLocale}>
          {(locale, { controlId, nameId }) => (
            <TextArea
              {...getTextAreaProps(locale)}
              id={controlId}
              lang={locale}
              labelledBy={`${labelId} ${nameId}`}
              value={getText(value, locale)}
              onChange={(text) => onChange(withText(value, locale, text))}
            />
          )}
        </LanguageTabs>
      )}
    </div>
  )
}

/** Returns the text of one language; undefined or null when there is none. */
const getText = (value: unknown, locale: Locale): unknown => (isPlainObject(value) ? value[locale] : null)

/** Replaces the text of one language; returns null when all are empty. */
function withText(value: unknown, locale: Locale, text: RichTextNode | null): unknown {
  const texts = Object.fromEntries(
    locales.map((other) => [other, other === locale ? text : (getText(value, other) ?? null)]),
  )
  return Object.values(texts).every((stored) => stored === null || stored === '') ? null : texts
}

/**
 * Whether the editor supports the whole text. The editor drops unknown nodes, so it must not open other texts.
 */
const canEdit = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || isRichText(value)

/** Edits one rich text. */
function TextArea({
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

/**
 * The content that was copied last in an editor of this app, with formatting. Pasted text that equals `text` comes from
 * there; spaces do not count, because clipboards change them.
 */
let lastCopied: { slice: Slice; text: string } | undefined

const stripSpaces = (text: string) => text.replaceAll(/\s+/gu, '')

/**
 * Pastes and drops content of other programs as plain text, so that no foreign HTML is parsed. Content that was copied
 * in an editor of this app keeps its formatting.
 */
const plainPaste: Pick<EditorProps, 'handleDOMEvents' | 'transformCopied'> = {
  transformCopied(slice) {
    lastCopied = { slice, text: stripSpaces(slice.content.textBetween(0, slice.content.size, '\n')) }
    return slice
  },
  handleDOMEvents: {
    paste(view, event) {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      event.preventDefault()
      if (lastCopied && lastCopied.text === stripSpaces(text))
        view.dispatch(view.state.tr.replaceSelection(lastCopied.slice).scrollIntoView())
      else if (text !== '') view.pasteText(text, event)
      return true
    },
    drop(view, event) {
      // ProseMirror moves content within the same text.
      if (view.dragging) return false
      event.preventDefault()
      const text = event.dataTransfer?.getData('text/plain') ?? ''
      const position = view.posAtCoords({ left: event.clientX, top: event.clientY })
      if (text !== '' && position) view.dispatch(view.state.tr.insertText(text, position.pos))
      return true
    },
  },
}
