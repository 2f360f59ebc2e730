import type { FormField } from '#contract/form/form-shape.ts'
import type { CellContext, CellReading } from './cell-context.ts'

/** What is wrong with a cell, with the label of its field among what the text is told with. */
export function cellIssue(
  field: FormField,
  { locale }: CellContext,
  key: string,
  params: Readonly<Record<string, string | number>> = {},
): CellReading & { problem: object } {
  return { problem: { key, params: { label: field.label[locale], ...params } } }
}

/** Text as people mean it: narrow, in one form of Unicode, without blanks around it. */
export function normalizeWidth(text: string): string {
  return text.normalize('NFKC').trim()
}

/** Characters of a cell that are said again in what is wrong with it. */
const saidCharacters = 60

/** The beginning of a text that may be long. */
export function truncate(text: string): string {
  if (text.length <= saidCharacters) return text
  // No half of a character stays.
  return `${text.slice(0, saidCharacters).replace(/[\uD800-\uDBFF]$/, '')}…`
}
