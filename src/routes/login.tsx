import { createFileRoute, redirect } from '@tanstack/react-router'

/** A second address of the sign-in page; the query string goes along (T6). */
export const Route = createFileRoute('/login')({
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/user/login', search, replace: true })
  },
})
