import { isPlainObject } from '#contract/form/form-shape.ts'
import { locales, type Locale } from '#contract/locale.ts'
import { LanguageTabs } from '../field-controls/LanguageTabs.tsx'
import {
  formatPlainValue,
  type ConsoleFieldType,
  type FieldControlProps,
  type FilterProps,
} from './field-type.ts'
import { TypedFilter } from './TypedFilter.tsx'
import styles from './FieldEditor.module.css'

const TextFilter = (props: FilterProps) => <TypedFilter {...props} type="text" />

/** A text of one line. In one language it has the control of attendees' forms. */
export const text: ConsoleFieldType = {
  format: formatPlainValue,
  selectControl: ({ field }) =>
    field.localized ? { isGroup: true, Control: LocalizedTextControl } : undefined,
  Filter: TextFilter,
}

/** A text of several lines. */
export const multilineText: ConsoleFieldType = {
  ...text,
  selectControl: ({ field }) =>
    field.localized ? { isGroup: true, Control: LocalizedMultilineControl } : undefined,
}

/** Several short texts, with the control of attendees' forms. */
export const list: ConsoleFieldType = { format: formatPlainValue, Filter: TextFilter }

const LocalizedMultilineControl = (props: FieldControlProps) => (
  <LocalizedTextControl {...props} isMultiline />
)

/** Edits a text in each language. */
function LocalizedTextControl({
  id,
  value,
  onChange,
  labelId,
  aria,
  invalidLocale,
  isMultiline = false,
}: FieldControlProps & { isMultiline?: boolean }) {
  const getText = (locale: Locale) => {
    const localizedText = isPlainObject(value) ? value[locale] : ''
    return typeof localizedText === 'string' ? localizedText : ''
  }
  return (
    <LanguageTabs id={id} invalidLocale={invalidLocale}>
      {(locale, { controlId, nameId }) => {
        const inputProps = {
          ...aria,
          id: controlId,
          lang: locale,
          value: getText(locale),
          'aria-labelledby': `${labelId} ${nameId}`,
          'aria-invalid': aria['aria-invalid'] && (invalidLocale === undefined || invalidLocale === locale),
          className: styles.input,
          onChange: ({ target }: { target: { value: string } }) =>
            onChange(
              Object.fromEntries(
                locales.map((other) => [other, other === locale ? target.value : getText(other)]),
              ),
            ),
        }
        return isMultiline ? <textarea rows={3} {...inputProps} /> : <input type="text" {...inputProps} />
      }}
    </LanguageTabs>
  )
}
