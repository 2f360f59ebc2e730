import { createFileRoute } from '@tanstack/react-router'
import { ExhibitorScreen, prefetchExhibition } from '#features/visit/exhibition'

export const Route = createFileRoute('/_main/show/$exhibitorId')({
  staticData: { carriesData: true },
  loader: ({ context }) => prefetchExhibition(context.queryClient),
  component: ExhibitorPage,
})

function ExhibitorPage() {
  return <ExhibitorScreen id={Route.useParams().exhibitorId} />
}
