import { createFileRoute } from '@tanstack/react-router'
import { SearchScreen, parseSearchParams } from '#features/search'
import { tracksQuery } from '#features/sessions'
import { onlyParsed } from '#lib/address-search.ts'

export const Route = createFileRoute('/_main/search')({
  validateSearch: onlyParsed(parseSearchParams),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(tracksQuery())
  },
  component: SearchScreen,
})
