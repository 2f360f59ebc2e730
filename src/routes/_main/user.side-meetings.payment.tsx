import { createFileRoute } from '@tanstack/react-router'
import { guardWith } from '#app/before-load.ts'
import { requireSignIn } from '#features/participant/accounts'
import { participantRowsQuery } from '#features/participant/participant-rows'
import { meetingRoomsQuery, parsePaymentSearch, PaymentScreen } from '#features/participant/side-meetings'
import { onlyParsed } from '#platform/routing.ts'

export const Route = createFileRoute('/_main/user/side-meetings/payment')({
  validateSearch: onlyParsed(parsePaymentSearch),
  beforeLoad: guardWith(requireSignIn),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(participantRowsQuery('side_meetings'))
    void context.queryClient.prefetchQuery(meetingRoomsQuery())
  },
  component: PaymentPage,
})

function PaymentPage() {
  return <PaymentScreen search={Route.useSearch()} />
}
