import { createFileRoute } from '@tanstack/react-router'
import { guardWith } from '#app/before-load.ts'
import { requireSignIn } from '#features/participant/accounts'
import { participantRowsQuery } from '#features/participant/participant-rows'
import { loadIssueMessages } from '#forms/index.ts'
import { TravelScreen } from '#features/participant/travel-infos'
import { getLocale } from '#platform/locale.ts'

export const Route = createFileRoute('/_main/user/travel')({
  beforeLoad: guardWith(requireSignIn),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(participantRowsQuery('travel_infos'))
    void loadIssueMessages(getLocale()).catch(() => undefined)
  },
  component: TravelScreen,
})
