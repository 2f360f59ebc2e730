import { createFileRoute } from '@tanstack/react-router'
import { FullPageError } from '#app/FullPageError.tsx'
import { guardWith } from '#app/routing/guard-with.ts'
import { requireEmployee, requireSignIn } from '#features/accounts'
import { authStore } from '#lib/auth.ts'

/** Its screen is in console.lazy.tsx, so that nobody else's browser fetches it. */
export const Route = createFileRoute('/console')({
  beforeLoad: async (visit) => {
    // Loads the console's code and the user in parallel.
    const user = authStore.getUser()
    const isKnown = user.id !== undefined && (user.role === 'organiser' || user.role === 'staff')
    if (isKnown) void loadParts().catch(() => undefined)
    await guarded(visit)
  },
  // The screen shows what is missing.
  loader: async ({ context, location }) =>
    loadParts().then(
      ({ prefetchConsole }) => prefetchConsole(context.queryClient, location),
      () => undefined,
    ),
  // Within the console its screens ask for themselves.
  staleTime: Infinity,
  errorComponent: FullPageError,
})

const guarded = guardWith(requireSignIn, requireEmployee)

let parts: Promise<typeof import('./console.lazy.tsx')> | undefined

/** Loads the console's code once. A failed load is tried again. */
function loadParts() {
  parts ??= import('./console.lazy.tsx').catch((error: unknown) => {
    parts = undefined
    throw error
  })
  return parts
}
