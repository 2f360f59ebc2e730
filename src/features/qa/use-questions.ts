import { useQueryClient } from '@tanstack/react-query'
import { limits } from '#contract/forum.ts'
import { flattenPages, type InfinitePages } from '#lib/infinite-list.ts'
import { useIsOffline } from '#lib/connectivity.ts'
import { useHanForms } from '#lib/han-forms.ts'
import { useInfiniteList, type InfiniteList } from '#lib/use-infinite-list.ts'
import { filterQuestions } from './question-search.ts'
import {
  questionsInfoKey,
  questionsKey,
  questionsQuery,
  type QuestionFilter,
  type QuestionRow,
} from './queries.ts'

/** The list that is looked at, and every question that is on this device. */
export interface QuestionListState extends InfiniteList<QuestionRow> {
  known: QuestionRow[]
  /** The rows are those of the device that fit: the server could not be asked. */
  areFromDevice: boolean
}

/** Questions by what narrows them; of the device when there is no network. */
export function useQuestions({ q, category }: QuestionFilter): QuestionListState {
  const filter = { q, category }
  const client = useQueryClient()
  const simplify = useHanForms()
  const offline = useIsOffline()
  const list = useInfiniteList(
    questionsQuery(filter, (q ?? '').length <= limits.searchCharacters),
    questionsKey,
    questionsInfoKey,
  )
  const lists = client.getQueriesData<InfinitePages<QuestionRow>>({ queryKey: questionsKey })
  const known = flattenPages({ pages: lists.flatMap(([, data]) => data?.pages ?? []) })
  const areFromDevice = offline && !list.rows && known.length > 0
  const rows = areFromDevice ? filterQuestions(known, filter, simplify) : list.rows
  return { ...list, known, areFromDevice, rows }
}
