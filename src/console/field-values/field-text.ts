import type { EnumOption } from '#contract/field-definition.ts'
import { isPlainObject } from '#contract/form/form-shape.ts'
import { joinNames, locales, selectLocalizedText, type Locale, type Localized } from '#contract/locale.ts'
import type { FieldMetadata } from '#contract/metadata.ts'
import { toPlainText } from '#contract/rich-text.ts'
import type { FileValue } from '#contract/row.ts'
import { formatDay, type ForumTime } from '#platform/forum-time.ts'

/** Labels and formats for values, in the reader's language. */
export interface ValueLabels {
  locale: Locale
  time: ForumTime
  yes: string
  no: string
  /** Options by the names of their lists. */
  options: Readonly<Record<string, readonly EnumOption[]>>
  /** Returns the title of a related row; undefined until it has loaded. */
  getLabel: (field: string, id: string) => Localized | undefined
}

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
  if (Array.isArray(value)) {
    const names = value.map((item) => formatSingleValue(key, field, item, labels))
    return joinNames(names, labels.locale)
  }
  if (field.localized) return selectLocalizedText(value as Localized, labels.locale).text
  return formatSingleValue(key, field, value, labels)
}

function formatSingleValue(key: string, field: FieldMetadata, value: unknown, labels: ValueLabels): string {
  switch (field.type) {
    case 'boolean':
      return value === true ? labels.yes : labels.no
    case 'enum':
    case 'enum_set':
      return formatChoice(field, value, labels)
    case 'date':
      return formatDay(String(value), labels.locale)
    case 'datetime':
      return labels.time.dateTime(String(value))
    case 'relation': {
      const label = labels.getLabel(key, String(value))
      return label ? selectLocalizedText(label, labels.locale).text : '…'
    }
    case 'file':
    case 'image':
      return isPlainObject(value) ? (value as unknown as FileValue).name : formatPlainValue(value)
    case 'richtext':
      return toPlainText(value)
    default:
      return formatPlainValue(value)
  }
}

function formatChoice({ typeCode }: FieldMetadata, value: unknown, { options, locale }: ValueLabels): string {
  const option = options[typeCode ?? '']?.find((one) => one.value === value)
  return option ? option.label[locale] : String(value)
}

function formatPlainValue(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}
