import { createFileRoute } from '@tanstack/react-router'
import { guardedBy } from '#app/routing/guarded-by.ts'
import { requireSignIn, UserCenterScreen } from '#features/accounts'

export const Route = createFileRoute('/_main/user/center')({
  beforeLoad: guardedBy(requireSignIn),
  component: UserCenterScreen,
})
