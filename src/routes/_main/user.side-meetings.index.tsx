import { createFileRoute } from '@tanstack/react-router'
import { guardWith } from '#app/before-load.ts'
import { requireSignIn } from '#features/participant/accounts'
import { participantRowsQuery } from '#features/participant/participant-rows'
import { loadIssueMessages } from '#forms/index.ts'
import {
  meetingPricesQuery,
  meetingRoomsQuery,
  parseMeetingsSearch,
  SideMeetingsScreen,
} from '#features/participant/side-meetings'
import { getLocale } from '#platform/locale.ts'
import { onlyParsed } from '#platform/routing.ts'

export const Route = createFileRoute('/_main/user/side-meetings/')({
  validateSearch: onlyParsed(parseMeetingsSearch),
  beforeLoad: guardWith(requireSignIn),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(participantRowsQuery('side_meetings'))
    void context.queryClient.prefetchQuery(meetingPricesQuery())
    void context.queryClient.prefetchQuery(meetingRoomsQuery())
    void loadIssueMessages(getLocale()).catch(() => undefined)
  },
  component: SideMeetingsPage,
})

function SideMeetingsPage() {
  const navigate = Route.useNavigate()
  return <SideMeetingsScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
}
