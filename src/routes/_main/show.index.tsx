import { createFileRoute } from '@tanstack/react-router'
import { parseShowSearch, ShowScreen, startShow } from '#features/show'
import { onlyParsed } from '#lib/address-search.ts'

export const Route = createFileRoute('/_main/show/')({
  validateSearch: onlyParsed(parseShowSearch),
  loader: ({ context }) => startShow(context.queryClient),
  component: ShowPage,
})

function ShowPage() {
  return <ShowScreen search={Route.useSearch()} />
}
