import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPlainObject } from '#contract/form/form-shape.ts'
import { isRichText } from '#contract/form/check-structure.ts'
import { locales, type Locale } from '#contract/locale.ts'
import type { RichTextNode } from '#contract/rich-text.ts'
import { isUnfinished, unfinished, withoutUnfinished, type ControlProps } from '#features/forms'
import { LanguageTabs } from '../../field-controls/LanguageTabs.tsx'
import { TextArea } from './TextArea.tsx'
import { readTypedLink, type TypedLink } from './typed-link.ts'
import { Toolbar } from './Toolbar.tsx'
import styles from './RichTextControl.module.css'

/**
 * A rich text, or one in each language beside each other under one row of tools, which work in the text that was touched
 * last.
 */
export default function RichTextControl({
  module,
  name,
  problemIn,
  ...control
}: ControlProps & {
  module: string
  name: string
  /** The language in which something is wrong. */
  problemIn: Locale | undefined
}) {
  const { t } = useTranslation('console')
  const [touched, setTouched] = useState<{ editor: Editor; locale: Locale }>()
  const { id, field, value: input, onChange, labelId, aria } = control
  const latest = useRef(input)
  useEffect(() => {
    latest.current = input
  }, [input])
  const value = withoutUnfinished(input)
  const isOne = !field.localized
  const [link, setLink] = useState(() => readTypedLink(input))
  const [isFit] = useState(() =>
    isOne ? isFitting(value) : locales.every((locale) => isFitting(textIn(value, locale))),
  )
  if (!isFit) return <p className={styles.unfit}>{t('richtext.unfit')}</p>
  const keepLink = (typed: TypedLink | undefined) => {
    const text = withoutUnfinished(latest.current)
    if (!typed) setLink(undefined)
    if (typed) onChange(unfinished(typed, text))
    else if (isUnfinished(latest.current)) onChange(text)
  }
  const shared = (locale: Locale) => ({
    aria,
    isFirst: locale === (link?.locale ?? locales[0]),
    onTouched: (editor: Editor) => setTouched({ editor, locale }),
  })
  return (
    <div className={styles.control}>
      <Toolbar touched={touched} link={link} onLink={keepLink} module={module} name={name} />
      {isOne ? (
        <TextArea {...shared(locales[0])} id={id} labelledBy={labelId} value={value} onChange={onChange} />
      ) : (
        <LanguageTabs id={id} problemIn={problemIn}>
          {(locale, { partId, nameId }) => (
            <TextArea
              {...shared(locale)}
              id={partId}
              lang={locale}
              labelledBy={`${labelId} ${nameId}`}
              value={textIn(value, locale)}
              onChange={(text) => onChange(withText(value, locale, text))}
            />
          )}
        </LanguageTabs>
      )}
    </div>
  )
}

const textIn = (value: unknown, locale: Locale): unknown => (isPlainObject(value) ? value[locale] : null)

/** The texts of all languages with one of them changed; null when none says anything. */
function withText(value: unknown, locale: Locale, text: RichTextNode | null): unknown {
  const texts = Object.fromEntries(
    locales.map((one) => [one, one === locale ? text : (textIn(value, one) ?? null)]),
  )
  return Object.values(texts).every((one) => one === null || one === '') ? null : texts
}

/** What the editor does not know it would leave out: such a text is not opened. */
const isFitting = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || isRichText(value)
