import { createFileRoute } from '@tanstack/react-router'
import { guardWith } from '#app/before-load.ts'
import { requireSignIn, SecondFactorScreen } from '#features/participant/accounts'

export const Route = createFileRoute('/_main/user/second-factor')({
  beforeLoad: guardWith(requireSignIn),
  component: SecondFactorScreen,
})
