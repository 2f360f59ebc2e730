import { createFileRoute } from '@tanstack/react-router'
import { QaScreen, parseQuestionSearch, questionsQuery } from '#features/articles/qa'
import { categoriesQuery } from '#platform/module-queries.ts'
import { onlyParsed } from '#platform/routing.ts'

const validateSearch = onlyParsed(parseQuestionSearch)

export const Route = createFileRoute('/_main/qa')({
  staticData: { carriesData: true },
  validateSearch,
  loaderDeps: ({ search: { q, category } }) => ({ q, category }),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchInfiniteQuery(questionsQuery(deps))
    void context.queryClient.prefetchQuery(categoriesQuery())
  },
  component: QaScreen,
})
