import { createFileRoute } from '@tanstack/react-router'
import { guardedBy } from '#app/routing/guarded-by.ts'
import { requireSignIn, SignInsScreen } from '#features/accounts'

export const Route = createFileRoute('/_main/user/sign-ins')({
  beforeLoad: guardedBy(requireSignIn),
  component: SignInsScreen,
})
