import { isPlainObject } from '#contract/form/form-shape.ts'
import { locales, type Locale } from '#contract/locale.ts'
import type { ControlProps } from '#features/forms'
import { LanguageTabs } from './LanguageTabs.tsx'
import styles from './FieldEditor.module.css'

/** A text in each language, beside each other. */
export function LocalizedTextControl({
  id,
  field,
  value,
  onChange,
  labelId,
  aria,
  problemIn,
}: ControlProps & { problemIn: Locale | undefined }) {
  const textIn = (locale: Locale) => {
    const text = isPlainObject(value) ? value[locale] : ''
    return typeof text === 'string' ? text : ''
  }
  return (
    <LanguageTabs id={id} problemIn={problemIn}>
      {(locale, { partId, nameId }) => {
        const shared = {
          ...aria,
          id: partId,
          lang: locale,
          value: textIn(locale),
          'aria-labelledby': `${labelId} ${nameId}`,
          'aria-invalid': aria['aria-invalid'] && (problemIn === undefined || problemIn === locale),
          className: styles.input,
          onChange: ({ target }: { target: { value: string } }) =>
            onChange(
              Object.fromEntries(locales.map((one) => [one, one === locale ? target.value : textIn(one)])),
            ),
        }
        return field.type === 'text' ? <textarea rows={3} {...shared} /> : <input type="text" {...shared} />
      }}
    </LanguageTabs>
  )
}
