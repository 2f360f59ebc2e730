import { createFileRoute } from '@tanstack/react-router'
import { LoneFailure } from '#app/LoneFailure.tsx'
import { guardedBy } from '#app/routing/guarded-by.ts'
import { requireEmployee, requireSignIn } from '#features/accounts'

/** Its screen is in console.lazy.tsx, so that nobody else's browser fetches it. */
export const Route = createFileRoute('/console')({
  beforeLoad: guardedBy(requireSignIn, requireEmployee),
  errorComponent: LoneFailure,
})
