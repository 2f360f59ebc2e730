import { createFileRoute } from '@tanstack/react-router'
import { guardedBy } from '#app/routing/guarded-by.ts'
import { requireSignIn, UserCenterScreen } from '#features/accounts'
import { fetchOwnRows } from '#features/own-rows'

export const Route = createFileRoute('/_main/user/center')({
  beforeLoad: guardedBy(requireSignIn),
  loader: ({ context }) => void fetchOwnRows(context.queryClient),
  component: UserCenterScreen,
})
