import type { FormField } from '#contract/form/form-shape.ts'
import { joinNames, type Locale } from '#contract/locale.ts'
import { formatDay } from '#platform/forum-time.ts'

/** Formats a field's value as text: labels of options, dates with weekday, lists separated by commas. */
export function formatFieldValue(
  field: FormField,
  value: unknown,
  locale: Locale,
  { yes, no }: { yes: string; no: string },
): string {
  if (Array.isArray(value)) {
    const names = value.map((item) => formatFieldValue(field.of ?? field, item, locale, { yes, no }))
    return joinNames(names, locale)
  }
  if (typeof value === 'boolean') return value ? yes : no
  if (field.type === 'date') return formatDay(String(value), locale)
  // Values of an option that was removed since show as they are.
  const option = field.options?.find((one) => one.value === value)
  return option ? option.label[locale] : String(value)
}
