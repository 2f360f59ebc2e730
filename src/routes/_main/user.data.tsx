import { createFileRoute } from '@tanstack/react-router'
import { guardWith } from '#app/routing/guard-with.ts'
import { PersonalDataScreen, requireSignIn } from '#features/participant/accounts'

export const Route = createFileRoute('/_main/user/data')({
  beforeLoad: guardWith(requireSignIn),
  component: PersonalDataScreen,
})
