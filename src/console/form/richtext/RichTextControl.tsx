import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPlainObject } from '#contract/form/form-shape.ts'
import { isRichText } from '#contract/form/check-structure.ts'
import { locales, type Locale } from '#contract/locale.ts'
import type { RichTextNode } from '#contract/rich-text.ts'
import { isUnfinished, createUnfinished, withoutUnfinished, type ControlProps } from '#forms/index.ts'
import { LanguageTabs } from '../../field-controls/LanguageTabs.tsx'
import { TextArea } from './TextArea.tsx'
import { readTypedLink, type TypedLink } from './typed-link.ts'
import { Toolbar } from './Toolbar.tsx'
import styles from './RichTextControl.module.css'

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
  /** Module and field, under which the toolbar uploads pictures. */
  module: string
  name: string
  /** The language with an issue. */
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

const getText = (value: unknown, locale: Locale): unknown => (isPlainObject(value) ? value[locale] : null)

/** Replaces the text of one language; returns null when all are empty. */
function withText(value: unknown, locale: Locale, text: RichTextNode | null): unknown {
  const texts = Object.fromEntries(
    locales.map((one) => [one, one === locale ? text : (getText(value, one) ?? null)]),
  )
  return Object.values(texts).every((one) => one === null || one === '') ? null : texts
}

/**
 * Whether the editor supports the whole text. The editor drops unknown nodes, so it must not open other texts.
 */
const canEdit = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || isRichText(value)
