import { createFileRoute } from '@tanstack/react-router'
import { guardedBy } from '#app/routing/guarded-by.ts'
import { OwnDataScreen, requireSignIn } from '#features/accounts'

export const Route = createFileRoute('/_main/user/data')({
  beforeLoad: guardedBy(requireSignIn),
  component: OwnDataScreen,
})
