import type { Simplify } from '#contract/fold-text.ts'
import { toPlainText } from '#contract/rich-text.ts'
import { normalizeText, splitTerms } from '#platform/text-search.ts'
import type { QuestionFilter, QuestionRow } from './queries.ts'

/** Search parameters of the list. */
export interface QuestionSearch {
  /** Search text. */
  q?: string
  /** Id of a category. */
  category?: string
  /** Number of the expanded question. */
  open?: string
}

/** A change of the search parameters; undefined removes one. */
export type QuestionChange = { [Key in keyof QuestionSearch]: QuestionSearch[Key] | undefined }

/** Parses the search parameters; drops the others. */
export function parseQuestionSearch(search: Readonly<Record<string, unknown>>): QuestionSearch {
  const pickParam = (key: keyof QuestionSearch) => {
    const value = search[key]
    // The router parses a value of digits alone as a number.
    const text = typeof value === 'number' ? String(value) : value
    return typeof text === 'string' && text !== '' ? { [key]: text } : {}
  }
  return { ...pickParam('q'), ...pickParam('category'), ...pickParam('open') }
}

/** Lists the questions that contain every word, in question or answer: the search of a device without network. */
export function filterQuestions(
  rows: readonly QuestionRow[],
  { q = '', category }: QuestionFilter,
  simplify?: Simplify,
): QuestionRow[] {
  const terms = splitTerms(q, simplify)
  return rows.filter((row) => {
    if (category && row.category !== category) return false
    if (terms.length === 0) return true
    const answers = Object.values((row.body ?? {}) as Record<string, unknown>).map(toPlainText)
    const text = normalizeText([...Object.values(row.title), ...answers].join('\0'), simplify)
    return terms.every((term) => text.includes(term))
  })
}
