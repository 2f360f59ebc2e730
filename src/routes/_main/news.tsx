import { createFileRoute } from '@tanstack/react-router'
import { NewsScreen, newsListQuery } from '#features/news'

export const Route = createFileRoute('/_main/news')({
  loader: ({ context }) => {
    void context.queryClient.prefetchInfiniteQuery(newsListQuery())
  },
  component: NewsScreen,
})
