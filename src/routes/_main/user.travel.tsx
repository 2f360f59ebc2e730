import { createFileRoute } from '@tanstack/react-router'
import { guardWith } from '#app/routing/guard-with.ts'
import { requireSignIn } from '#features/accounts'
import { participantRowsQuery } from '#features/participant-rows'
import { loadIssueMessages } from '#features/forms'
import { TravelScreen } from '#features/travel-infos'
import { getLocale } from '#lib/locale.ts'

export const Route = createFileRoute('/_main/user/travel')({
  beforeLoad: guardWith(requireSignIn),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(participantRowsQuery('travel_infos'))
    void loadIssueMessages(getLocale()).catch(() => undefined)
  },
  component: TravelScreen,
})
