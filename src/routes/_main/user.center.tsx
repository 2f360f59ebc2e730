import { createFileRoute } from '@tanstack/react-router'
import { guardWith } from '#app/before-load.ts'
import { requireSignIn, UserCenterScreen } from '#features/participant/accounts'
import { prefetchParticipantRows } from '#features/participant/participant-rows'

export const Route = createFileRoute('/_main/user/center')({
  beforeLoad: guardWith(requireSignIn),
  loader: ({ context }) => void prefetchParticipantRows(context.queryClient),
  component: UserCenterScreen,
})
