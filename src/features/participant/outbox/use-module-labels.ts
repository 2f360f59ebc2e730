import { useQuery } from '@tanstack/react-query'
import { isPlainObject } from '#contract/form/form-shape.ts'
import { locales } from '#contract/locale.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { toPlainText } from '#contract/rich-text.ts'
import { useLocalized } from '#platform/locale.ts'
import { moduleMetadata } from '#platform/module-metadata.ts'
import { useCurrentUser } from '#platform/auth.ts'
import { useTranslation } from 'react-i18next'

/** Labels of a module's fields and values. */
interface ModuleLabels {
  formatLabel: (field: string) => string
  formatValue: (field: string, value: unknown) => string
}

/** Returns the labels from the module's metadata; field names while it is not available, for instance offline. */
export function useModuleLabels(module: string): ModuleLabels {
  const { t } = useTranslation('outbox')
  const pick = useLocalized()
  const { id } = useCurrentUser()
  const { data } = useQuery({
    queryKey: ['outbox-words', module, id],
    queryFn: () => moduleMetadata.load(module),
    staleTime: Infinity,
  })
  const formatLabel = (field: string) => (data?.fields[field] ? pick(data.fields[field].label).text : field)
  const formatValue = (field: string, value: unknown): string => {
    if (value === undefined || value === null || value === '') return t('empty')
    const { type, localized } = data?.fields[field] ?? {}
    if (localized && isPlainObject(value)) return formatAllLocales(value) || t('empty')
    if (type === 'richtext') return toPlainText(value) || t('empty')
    if (typeof value === 'boolean') return value ? t('yes') : t('no')
    if (Array.isArray(value))
      return value.length === 0 ? t('empty') : value.map((item) => formatValue(field, item)).join(t('comma'))
    if (typeof value === 'object') return getName(value) ?? t('filled')
    const option = findOption(data, field, value)
    if (option) return pick(option.label).text
    return typeof value === 'string' || typeof value === 'number' ? String(value) : t('filled')
  }
  return { formatLabel, formatValue }
}

/** Formats a text in all languages, because two versions may differ in one of them only. */
function formatAllLocales(value: Readonly<Record<string, unknown>>): string {
  const texts = locales.map((locale) => value[locale])
  return texts
    .map((text) => (typeof text === 'string' ? text : toPlainText(text)))
    .filter((text) => text !== '')
    .join(' / ')
}

function findOption(data: ModuleMetadata | undefined, field: string, value: unknown) {
  const typeCode = data?.fields[field]?.typeCode
  return typeCode === undefined
    ? undefined
    : data?.options[typeCode]?.find((option) => option.value === value)
}

/** Returns the name of a file or related row. */
function getName(value: object): string | undefined {
  const { name, label } = value as { name?: unknown; label?: unknown }
  if (typeof name === 'string') return name
  return typeof label === 'string' ? label : undefined
}
