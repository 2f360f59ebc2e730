import type { FieldType } from '#contract/field-definition.ts'
import type { Locale } from '#contract/locale.ts'
import type { SheetColumn } from '../field-types/sheet-column.ts'

/** Characters that values of a type mostly have; of others what a column usually has. */
const widths: Partial<Record<FieldType, number>> = {
  id: 12,
  integer: 10,
  boolean: 10,
  date: 12,
  time: 10,
  datetime: 18,
  text: 40,
  richtext: 40,
  email: 26,
  url: 30,
}
const usualWidth = 20
/** Besides its text a header has a blank on both sides. */
const edges = 2
const maxHeaderWidth = 40

/** How wide a column of a workbook is, in characters: as wide as its header at least. */
export function columnWidth({ field, label }: SheetColumn, locale: Locale): number {
  // Chinese characters are as wide as two others.
  const header = Array.from(label[locale]).reduce((width, one) => width + (one > '\u{2E7F}' ? 2 : 1), edges)
  return Math.max(widths[field.type] ?? usualWidth, Math.min(header, maxHeaderWidth))
}
