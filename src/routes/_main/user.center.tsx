import { createFileRoute } from '@tanstack/react-router'
import { guardWith } from '#app/routing/guard-with.ts'
import { requireSignIn, UserCenterScreen } from '#features/accounts'
import { fetchOwnRows } from '#features/own-rows'

export const Route = createFileRoute('/_main/user/center')({
  beforeLoad: guardWith(requireSignIn),
  loader: ({ context }) => void fetchOwnRows(context.queryClient),
  component: UserCenterScreen,
})
