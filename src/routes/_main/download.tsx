import { createFileRoute } from '@tanstack/react-router'
import { documentCategoriesQuery, documentsQuery, DownloadScreen } from '#features/downloads'

export const Route = createFileRoute('/_main/download')({
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(documentsQuery())
    void context.queryClient.prefetchQuery(documentCategoriesQuery())
  },
  component: DownloadScreen,
})
