import { queryOptions } from '@tanstack/react-query'
import type { qa } from '#contract/modules/qa.ts'
import { pageListParams } from '#contract/page-lists.ts'
import type { WireRow } from '#contract/row.ts'
import type { Simplify } from '#contract/fold-text.ts'
import { toPlainText } from '#contract/rich-text.ts'
import { api } from '#platform/api.ts'
import { infiniteListQuery } from '#platform/infinite-list.ts'
import { normalizeText, splitTerms } from '#platform/text-search.ts'

/** A question with its answer. */
export type QuestionRow = Pick<
  WireRow<typeof qa>,
  'id' | 'no' | 'category' | 'title' | 'body' | 'published_at'
>

/** Filter of the list. */
export interface QuestionFilter {
  /** Search text; all questions without it. */
  q?: string | undefined
  /** Id of a category; all categories without it. */
  category?: string | undefined
}

/**
 * Prefix of the query keys of all lists of questions: below the key of the home page's list, but not that list itself.
 */
export const questionsKey = ['home', 'qas', 'pages'] as const

/** Query key of the current list's page info. */
export const questionsInfoKey = ['home', 'qaPageInfo'] as const

/** How long questions count as fresh: five minutes, as answers change a few times a day. */
const freshMs = 300_000

/** Lists questions in the organisers' order. Lists without a search text are stored on the device, with the answers. */
export const questionsQuery = ({ q, category }: QuestionFilter = {}, enabled = true) =>
  infiniteListQuery<QuestionRow>({
    key: [...questionsKey, q ?? '', category ?? ''],
    loadPage: (page, signal) =>
      api.list<QuestionRow>(
        'qa',
        {
          ...(category ? { filters: [{ param: 'category', op: 'eq', value: category }] } : {}),
          ...(q ? { q } : {}),
          ...pageListParams.questions,
          page,
        },
        { signal },
      ),
    freshMs,
    meta: q ? { quiet: true } : { persist: 'public', quiet: true },
    enabled,
  })

/** Finds a question by its number, for a link opened before the list has loaded it. */
export const questionQuery = (no: string, enabled: boolean) =>
  queryOptions({
    queryKey: ['qaDetail', no],
    queryFn: async ({ signal }) => {
      const filters = [{ param: 'no', op: 'eq', value: no }] as const
      const { fields } = pageListParams.questions
      const { items } = await api.list<QuestionRow>('qa', { filters, page: 1, size: 1, fields }, { signal })
      return items[0] ?? null
    },
    staleTime: freshMs,
    enabled,
    meta: { persist: 'public', quiet: true },
  })

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

/** Filters questions by category and by words, all in question or answer: the search of a device without network. */
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
