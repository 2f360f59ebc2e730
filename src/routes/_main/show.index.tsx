import { createFileRoute } from '@tanstack/react-router'
import { parseShowSearch, ShowScreen, startShow } from '#features/show'

export const Route = createFileRoute('/_main/show/')({
  validateSearch: parseShowSearch,
  loader: ({ context }) => startShow(context.queryClient),
  component: ShowPage,
})

function ShowPage() {
  return <ShowScreen search={Route.useSearch()} />
}
