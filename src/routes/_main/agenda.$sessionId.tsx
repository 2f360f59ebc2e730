import { createFileRoute } from '@tanstack/react-router'
import { materialsQuery, SessionScreen } from '#features/programme/session-detail'
import { sessionQuery } from '#features/programme/sessions'

export const Route = createFileRoute('/_main/agenda/$sessionId')({
  staticData: { carriesData: true },
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(sessionQuery(params.sessionId))
    void context.queryClient.prefetchQuery(materialsQuery(params.sessionId))
  },
  component: SessionPage,
})

function SessionPage() {
  return <SessionScreen id={Route.useParams().sessionId} />
}
