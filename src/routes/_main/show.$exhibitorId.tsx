import { createFileRoute } from '@tanstack/react-router'
import { ExhibitorScreen, startShow } from '#features/show'

export const Route = createFileRoute('/_main/show/$exhibitorId')({
  loader: ({ context }) => startShow(context.queryClient),
  component: ExhibitorPage,
})

function ExhibitorPage() {
  return <ExhibitorScreen id={Route.useParams().exhibitorId} />
}
