import { createFileRoute } from '@tanstack/react-router'
import { guardWith } from '#app/before-load.ts'
import { PersonalDataScreen, requireSignIn } from '#features/participant/accounts'

export const Route = createFileRoute('/_main/user/data')({
  beforeLoad: guardWith(requireSignIn),
  component: PersonalDataScreen,
})
