import { createFileRoute } from '@tanstack/react-router'
import { guardedBy } from '#app/routing/guarded-by.ts'
import { requireSignIn, SecondFactorScreen } from '#features/accounts'

export const Route = createFileRoute('/_main/user/second-factor')({
  beforeLoad: guardedBy(requireSignIn),
  component: SecondFactorScreen,
})
