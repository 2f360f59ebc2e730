import { createFileRoute } from '@tanstack/react-router'
import { SearchScreen, parseSearchAddress } from '#features/search'
import { tracksQuery } from '#features/sessions'

export const Route = createFileRoute('/_main/search')({
  validateSearch: parseSearchAddress,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(tracksQuery())
  },
  component: SearchScreen,
})
