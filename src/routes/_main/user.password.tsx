import { createFileRoute } from '@tanstack/react-router'
import { guardedBy } from '#app/routing/guarded-by.ts'
import { PasswordScreen, requireSignIn } from '#features/accounts'

export const Route = createFileRoute('/_main/user/password')({
  beforeLoad: guardedBy(requireSignIn),
  component: PasswordScreen,
})
