import type { Simplify } from '#contract/fold-text.ts'
import { toPlainText } from '#contract/rich-text.ts'
import { normalizeText, splitTerms } from '#lib/text-search.ts'
import type { QuestionFilter, QuestionRow } from './queries.ts'

/** What the address of the list says. */
export interface QuestionSearch {
  /** Words to search for. */
  q?: string
  /** Id of a category. */
  category?: string
  /** Number of the question that is open. */
  open?: string
}

/** What becomes of the address; undefined takes a part away. */
export type QuestionChange = { [Key in keyof QuestionSearch]: QuestionSearch[Key] | undefined }

/** Reads the address; whatever else it says is left out. */
export function parseQuestionSearch(search: Readonly<Record<string, unknown>>): QuestionSearch {
  const text = (key: keyof QuestionSearch) => {
    const value = search[key]
    // A link's value of digits alone comes as a number.
    const words = typeof value === 'number' ? String(value) : value
    return typeof words === 'string' && words !== '' ? { [key]: words } : {}
  }
  return { ...text('q'), ...text('category'), ...text('open') }
}

/** The questions in which, or in whose answers, every word occurs: what a device without network can tell. */
export function filterQuestions(
  rows: readonly QuestionRow[],
  { q = '', category }: QuestionFilter,
  simplify?: Simplify,
): QuestionRow[] {
  const terms = splitTerms(q, simplify)
  return rows.filter((row) => {
    if (category && row.category !== category) return false
    if (terms.length === 0) return true
    const bodies = Object.values((row.body ?? {}) as Record<string, unknown>).map(toPlainText)
    const text = normalizeText([...Object.values(row.title), ...bodies].join('\0'), simplify)
    return terms.every((term) => text.includes(term))
  })
}
