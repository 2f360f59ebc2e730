import { useQuery } from '@tanstack/react-query'
import { isPlainObject } from '#contract/form/form-shape.ts'
import { locales } from '#contract/locale.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { toPlainText } from '#contract/rich-text.ts'
import { useLocalized } from '#platform/locale.ts'
import { moduleMetadata } from '#platform/module-metadata.ts'
import { useCurrentUser } from '#platform/auth.ts'
import { useTranslation } from 'react-i18next'

/** Functions that format a module's fields and values in the user's language. */
interface ModuleLabels {
  /** @param field key of the field, which is returned while its label is unknown */
  formatLabel: (field: string) => string
  formatValue: (field: string, value: unknown) => string
}

/**
 * Returns the labels from the module's metadata. While it is not available, for instance offline, labels are the
 * fields' keys.
 */
export function useModuleLabels(module: string): ModuleLabels {
  const { t } = useTranslation('outbox')
  const pick = useLocalized()
  const { id } = useCurrentUser()
  const { data: metadata } = useQuery({
    // The metadata has only the fields that the user may see.
    queryKey: ['outbox-words', module, id],
    queryFn: () => moduleMetadata.load(module),
    staleTime: Infinity,
  })
  const formatLabel = (field: string) =>
    metadata?.fields[field] ? pick(metadata.fields[field].label).text : field
  const formatValue = (field: string, value: unknown): string => {
    if (value === undefined || value === null || value === '') return t('empty')
    const { type, localized } = metadata?.fields[field] ?? {}
    if (localized && isPlainObject(value)) return formatAllLocales(value) || t('empty')
    if (type === 'richtext') return toPlainText(value) || t('empty')
    if (typeof value === 'boolean') return value ? t('yes') : t('no')
    if (Array.isArray(value))
      return value.length === 0 ? t('empty') : value.map((item) => formatValue(field, item)).join(t('comma'))
    // A value that has no text of its own shows as "filled in".
    if (typeof value === 'object') return getName(value) ?? t('filled')
    const option = findOption(metadata, field, value)
    if (option) return pick(option.label).text
    return typeof value === 'string' || typeof value === 'number' ? String(value) : t('filled')
  }
  return { formatLabel, formatValue }
}

/**
 * Formats a text in all languages: the screen of a conflict shows the user's version beside the server's, and these may
 * differ in one language only.
 */
function formatAllLocales(value: Readonly<Record<string, unknown>>): string {
  const texts = locales.map((locale) => value[locale])
  return texts
    .map((text) => (typeof text === 'string' ? text : toPlainText(text)))
    .filter((text) => text !== '')
    .join(' / ')
}

/** Finds the option of an enum field with this value. */
function findOption(metadata: ModuleMetadata | undefined, field: string, value: unknown) {
  const typeCode = metadata?.fields[field]?.typeCode
  return typeCode === undefined
    ? undefined
    : metadata?.options[typeCode]?.find((option) => option.value === value)
}

/** Returns the name of a file or related row. */
function getName(value: object): string | undefined {
  const { name, label } = value as { name?: unknown; label?: unknown }
  if (typeof name === 'string') return name
  return typeof label === 'string' ? label : undefined
}
