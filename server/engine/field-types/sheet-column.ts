import type { FieldDefinition } from '#contract/field-definition.ts'
import { locales, type Locale, type Localized } from '#contract/locale.ts'

/** A column of a module's sheets: a field, or a localized field in one of its languages. */
export interface SheetColumn {
  /** `starts_at`, or `title.zh-CN`. */
  path: string
  key: string
  field: FieldDefinition
  locale?: Locale
  /** What stands above it: `标题（中文）`, `Title (Chinese)`. No two columns of a module have the same. */
  label: Localized
}

const languageNames: Record<Locale, Localized> = {
  'zh-CN': { 'zh-CN': '中文', en: 'Chinese' },
  en: { 'zh-CN': '英文', en: 'English' },
}

/** The columns of fields, in their order; fields of the same label are told apart by their keys. */
export function sheetColumns(fields: Iterable<readonly [string, FieldDefinition]>): SheetColumn[] {
  const columns = [...fields].flatMap(([key, field]): SheetColumn[] => {
    if (!field.localized) return [{ path: key, key, field, label: field.label }]
    return locales.map((locale) => ({
      path: `${key}.${locale}`,
      key,
      field,
      locale,
      label: {
        'zh-CN': `${field.label['zh-CN']}（${languageNames[locale]['zh-CN']}）`,
        en: `${field.label.en} (${languageNames[locale].en})`,
      },
    }))
  })
  const isShared = (column: SheetColumn) =>
    columns.some(
      (other) => other !== column && locales.some((locale) => other.label[locale] === column.label[locale]),
    )
  return columns.map((column) =>
    isShared(column)
      ? {
          ...column,
          label: {
            'zh-CN': `${column.label['zh-CN']}（${column.path}）`,
            en: `${column.label.en} (${column.path})`,
          },
        }
      : column,
  )
}
