import { isPlainObject } from '#contract/form/form-shape.ts'
import { joinNames, locales, selectLocalizedText, type Localized } from '#contract/locale.ts'
import type { FieldMetadata } from '#contract/metadata.ts'
import type { ValueLabels } from '../field-types/field-type.ts'
import { getFieldType } from '../field-types/index.ts'

/** Whether a value is empty in every language. */
export function isBlank(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return isPlainObject(value) && locales.every((locale) => value[locale] === '')
}

/**
 * Formats a value on one line in the reader's language. A type of a newer server, unknown to this app, is
 * shown as raw data.
 */
export function formatFieldValue(
  key: string,
  field: FieldMetadata,
  value: unknown,
  labels: ValueLabels,
): string {
  if (isBlank(value)) return ''
  const { format } = getFieldType(field.type)
  const formatted = { key, field, labels }
  if (Array.isArray(value)) {
    const names = value.map((item) => format(item, formatted))
    return joinNames(names, labels.locale)
  }
  if (field.localized) return selectLocalizedText(value as Localized, labels.locale).text
  return format(value, formatted)
}
