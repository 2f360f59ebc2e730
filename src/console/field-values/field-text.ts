import { isPlainObject } from '#contract/form/form-shape.ts'
import { joinNames, locales, selectLocalizedText, type Localized } from '#contract/locale.ts'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'
import type { ValueLabels } from '../field-types/field-type.ts'
import { getFieldType } from '../field-types/index.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocale } from '#platform/locale.ts'
import type { Row } from '../data/console-api.ts'
import { useLabels } from '../data/use-labels.ts'

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

/**
 * Separator between the segments of a title. The no-break space keeps the dot on the line of the segment
 * before it.
 */
export const titleDot = '\u00A0· '

/** Formats the title of a row by the template of its module; empty when all its fields are. */
export function formatRowTitle(
  metadata: Pick<ModuleMetadata, 'titleTemplate' | 'fields'>,
  row: Readonly<Record<string, unknown>>,
  labels: ValueLabels,
): string {
  // Fills `{{code}} · {{title}}`, then removes the separators beside empty values at either end.
  return metadata.titleTemplate
    .replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => {
      const field = metadata.fields[key]
      return field ? formatFieldValue(key, field, row[key], labels) : ''
    })
    .replaceAll(/^[\s·]+|[\s·]+$/g, '')
    .replaceAll(' · ', titleDot)
}

/**
 * Returns labels and formats for the values of these rows. Titles of related rows follow as they load.
 * @param fields keys of the fields on screen
 */
export function useValueLabels(
  metadata: ModuleMetadata,
  fields: readonly string[],
  rows: readonly Row[],
): ValueLabels {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const time = useForumTime()
  const getLabel = useLabels(metadata, fields, rows)
  const [yes, no] = [t('yes'), t('no')]
  const { options } = metadata
  return useMemo(
    () => ({ locale, time, yes, no, options, getLabel }),
    [locale, time, yes, no, options, getLabel],
  )
}
