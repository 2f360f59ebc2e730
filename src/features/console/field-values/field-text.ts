import type { EnumOption } from '#contract/field-definition.ts'
import { isPlainObject } from '#contract/form/form-shape.ts'
import { joinNames, locales, selectLocalizedText, type Locale, type Localized } from '#contract/locale.ts'
import type { FieldMetadata } from '#contract/metadata.ts'
import { toPlainText } from '#contract/rich-text.ts'
import type { FileValue } from '#contract/row.ts'
import { formatDay, type ForumTime } from '#lib/forum-time.ts'

/** What values are put into words with. */
export interface ValueLabels {
  locale: Locale
  time: ForumTime
  yes: string
  no: string
  /** Choices by the names of their lists. */
  options: Readonly<Record<string, readonly EnumOption[]>>
  /** Title of a row that a relation names; undefined while it is not known. */
  labelOf: (field: string, id: string) => Localized | undefined
}

/** True for a value that says nothing, in no language. */
export function isBlank(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return isPlainObject(value) && locales.every((locale) => value[locale] === '')
}

/**
 * A value as people read it, in the reader's language, on one line. A type that this app does not know, of a newer
 * server, is shown as it comes.
 */
export function formatFieldValue(
  key: string,
  field: FieldMetadata,
  value: unknown,
  words: ValueLabels,
): string {
  if (isBlank(value)) return ''
  if (Array.isArray(value)) {
    const names = value.map((item) => oneText(key, field, item, words))
    return joinNames(names, words.locale)
  }
  if (field.localized) return selectLocalizedText(value as Localized, words.locale).text
  return oneText(key, field, value, words)
}

function oneText(key: string, field: FieldMetadata, value: unknown, words: ValueLabels): string {
  switch (field.type) {
    case 'boolean':
      return value === true ? words.yes : words.no
    case 'enum':
    case 'enum_set':
      return choiceText(field, value, words)
    case 'date':
      return formatDay(String(value), words.locale)
    case 'datetime':
      return words.time.dateTime(String(value))
    case 'relation': {
      const label = words.labelOf(key, String(value))
      return label ? selectLocalizedText(label, words.locale).text : '…'
    }
    case 'file':
    case 'image':
      return isPlainObject(value) ? (value as unknown as FileValue).name : plainText(value)
    case 'richtext':
      return toPlainText(value)
    default:
      return plainText(value)
  }
}

function choiceText({ typeCode }: FieldMetadata, value: unknown, { options, locale }: ValueLabels): string {
  const option = options[typeCode ?? '']?.find((one) => one.value === value)
  return option ? option.label[locale] : String(value)
}

function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}
