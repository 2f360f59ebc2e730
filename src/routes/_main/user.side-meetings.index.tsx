import { createFileRoute } from '@tanstack/react-router'
import { guardWith } from '#app/routing/guard-with.ts'
import { requireSignIn } from '#features/accounts'
import { participantRowsQuery } from '#features/participant-rows'
import { loadIssueMessages } from '#features/forms'
import {
  meetingPricesQuery,
  meetingRoomsQuery,
  parseMeetingsSearch,
  SideMeetingsScreen,
} from '#features/side-meetings'
import { getLocale } from '#lib/locale.ts'
import { onlyParsed } from '#lib/address-search.ts'

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
