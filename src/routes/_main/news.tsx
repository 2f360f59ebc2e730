import { createFileRoute } from '@tanstack/react-router'
import { NewsScreen, newsListQuery } from '#features/articles/news'
import { categoriesQuery } from '#platform/module-queries.ts'

export const Route = createFileRoute('/_main/news')({
  staticData: { carriesData: true },
  loader: ({ context }) => {
    void context.queryClient.prefetchInfiniteQuery(newsListQuery())
    void context.queryClient.prefetchQuery(categoriesQuery())
  },
  component: NewsScreen,
})
