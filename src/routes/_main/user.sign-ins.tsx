import { createFileRoute } from '@tanstack/react-router'
import { guardWith } from '#app/before-load.ts'
import { requireSignIn, SignInsScreen } from '#features/participant/accounts'

export const Route = createFileRoute('/_main/user/sign-ins')({
  beforeLoad: guardWith(requireSignIn),
  component: SignInsScreen,
})
