import { createFileRoute } from '@tanstack/react-router'
import { PagesScreen, pagesQuery } from '#features/pages'

export const Route = createFileRoute('/_main/suzhou')({
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(pagesQuery())
  },
  component: PagesScreen,
})
