import { createFileRoute } from '@tanstack/react-router'
import { FullPageError } from '#app/PageFallbacks.tsx'
import { guardWith } from '#app/before-load.ts'
import { requireEmployee, requireSignIn } from '#features/participant/accounts'
import { authStore } from '#platform/auth.ts'

/** The console, for organisers and staff. The screen is in console.lazy.tsx, so that other users do not load its code. */
export const Route = createFileRoute('/console')({
  beforeLoad: async (visit) => {
    // Loads the console's code and the user in parallel.
    const user = authStore.getUser()
    const isConsoleUser = user.id !== undefined && (user.role === 'organiser' || user.role === 'staff')
    if (isConsoleUser) void loadConsoleCode().catch(() => undefined)
    await guard(visit)
  },
  // If the code cannot be loaded, the error component shows it.
  loader: async ({ context, location }) =>
    loadConsoleCode().then(
      ({ prefetchConsole }) => prefetchConsole(context.queryClient, location),
      () => undefined,
    ),
  // The console's screens fetch their own data.
  staleTime: Infinity,
  errorComponent: FullPageError,
})

const guard = guardWith(requireSignIn, requireEmployee)

let consoleCode: Promise<typeof import('./console.lazy.tsx')> | undefined

/** Loads the console's code once. A failed load is tried again. */
function loadConsoleCode() {
  consoleCode ??= import('./console.lazy.tsx').catch((error: unknown) => {
    consoleCode = undefined
    throw error
  })
  return consoleCode
}
