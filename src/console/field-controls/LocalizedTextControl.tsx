import { isPlainObject } from '#contract/form/form-shape.ts'
import { locales, type Locale } from '#contract/locale.ts'
import type { ControlProps } from '#forms/index.ts'
import { LanguageTabs } from './LanguageTabs.tsx'
import styles from './FieldEditor.module.css'

/** Edits a text in each language. */
export function LocalizedTextControl({
  id,
  field,
  value,
  onChange,
  labelId,
  aria,
  invalidLocale,
}: ControlProps & { invalidLocale: Locale | undefined }) {
  const getText = (locale: Locale) => {
    const text = isPlainObject(value) ? value[locale] : ''
    return typeof text === 'string' ? text : ''
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
              Object.fromEntries(locales.map((one) => [one, one === locale ? target.value : getText(one)])),
            ),
        }
        return field.type === 'text' ? (
          <textarea rows={3} {...inputProps} />
        ) : (
          <input type="text" {...inputProps} />
        )
      }}
    </LanguageTabs>
  )
}
