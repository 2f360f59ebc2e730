import { createFileRoute } from '@tanstack/react-router'
import { guardWith } from '#app/before-load.ts'
import { requireSignIn } from '#features/participant/accounts'
import { OutboxScreen } from '#features/participant/outbox'

export const Route = createFileRoute('/_main/user/outbox')({
  beforeLoad: guardWith(requireSignIn),
  component: OutboxScreen,
})
