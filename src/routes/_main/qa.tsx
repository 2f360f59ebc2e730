import { createFileRoute } from '@tanstack/react-router'
import { QaScreen, parseQuestionSearch, questionsQuery } from '#features/qa'
import { categoriesQuery } from '#lib/article-categories.ts'

export const Route = createFileRoute('/_main/qa')({
  validateSearch: parseQuestionSearch,
  loaderDeps: ({ search: { q, category } }) => ({ q, category }),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchInfiniteQuery(questionsQuery(deps))
    void context.queryClient.prefetchQuery(categoriesQuery())
  },
  component: QaScreen,
})
