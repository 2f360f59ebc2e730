import { createFileRoute } from '@tanstack/react-router'
import { guardWith } from '#app/routing/guard-with.ts'
import { requireSignIn } from '#features/accounts'
import { OutboxScreen } from '#features/outbox'

export const Route = createFileRoute('/_main/user/outbox')({
  beforeLoad: guardWith(requireSignIn),
  component: OutboxScreen,
})
