import { createFileRoute } from '@tanstack/react-router'
import { documentsQuery, DownloadScreen } from '#features/downloads'
import { categoriesQuery } from '#lib/article-categories.ts'

export const Route = createFileRoute('/_main/download')({
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(documentsQuery())
    void context.queryClient.prefetchQuery(categoriesQuery())
  },
  component: DownloadScreen,
})
