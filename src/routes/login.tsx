import { createFileRoute, redirect } from '@tanstack/react-router'
import { parseSignInSearch } from '#features/accounts'

/** A second address of the sign-in page; the query string goes along (T6). */
export const Route = createFileRoute('/login')({
  validateSearch: parseSignInSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/user/login', search, replace: true })
  },
})
