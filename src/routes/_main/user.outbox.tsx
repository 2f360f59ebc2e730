import { createFileRoute } from '@tanstack/react-router'
import { guardedBy } from '#app/routing/guarded-by.ts'
import { requireSignIn } from '#features/accounts'
import { OutboxScreen } from '#features/outbox'

export const Route = createFileRoute('/_main/user/outbox')({
  beforeLoad: guardedBy(requireSignIn),
  component: OutboxScreen,
})
