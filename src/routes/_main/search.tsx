import { createFileRoute } from '@tanstack/react-router'
import { SearchScreen, parseSearchParams } from '#features/articles/search'
import { tracksQuery } from '#features/programme/sessions'
import { onlyParsed } from '#platform/routing.ts'

export const Route = createFileRoute('/_main/search')({
  staticData: { carriesData: true },
  validateSearch: onlyParsed(parseSearchParams),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(tracksQuery())
  },
  component: SearchScreen,
})
