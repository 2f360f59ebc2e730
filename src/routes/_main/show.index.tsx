import { createFileRoute } from '@tanstack/react-router'
import { parseExhibitionSearch, ExhibitionScreen, prefetchExhibition } from '#features/visit/exhibition'
import { onlyParsed } from '#platform/routing.ts'

export const Route = createFileRoute('/_main/show/')({
  staticData: { carriesData: true },
  validateSearch: onlyParsed(parseExhibitionSearch),
  loader: ({ context }) => prefetchExhibition(context.queryClient),
  component: ShowPage,
})

function ShowPage() {
  return <ExhibitionScreen search={Route.useSearch()} />
}
