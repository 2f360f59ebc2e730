import { useQueryClient } from '@tanstack/react-query'
import { limits } from '#contract/forum.ts'
import { flattenPages, type InfinitePages } from '#platform/infinite-list.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { useHanForms } from '#platform/han-forms.ts'
import { useInfiniteList, type InfiniteList } from '#platform/use-infinite-list.ts'
import { filterQuestions } from './question-search.ts'
import {
  questionsInfoKey,
  questionsKey,
  questionsQuery,
  type QuestionFilter,
  type QuestionRow,
} from './queries.ts'

/** The current list, and all questions on this device. */
export interface QuestionListState extends InfiniteList<QuestionRow> {
  loaded: QuestionRow[]
  /** True when the server could not be reached and the rows are matches of the device. */
  areFromDevice: boolean
}

/** Returns the questions for a filter; without network those of the device. */
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
  const loaded = flattenPages({ pages: lists.flatMap(([, data]) => data?.pages ?? []) })
  const areFromDevice = offline && !list.rows && loaded.length > 0
  const rows = areFromDevice ? filterQuestions(loaded, filter, simplify) : list.rows
  return { ...list, loaded, areFromDevice, rows }
}
