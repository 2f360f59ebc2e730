import { createFileRoute } from '@tanstack/react-router'
import { requireSignIn, UserCenterScreen } from '#features/accounts'

export const Route = createFileRoute('/_main/user/center')({
  beforeLoad: requireSignIn,
  component: UserCenterScreen,
})
