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

/** Imports of the routes of the console's pages. */
const pageLoaders = Object.values(import.meta.glob('./console.*.lazy.tsx'))

let consoleCode: Promise<typeof import('./console.lazy.tsx')> | undefined

/**
 * Loads the console's code once, with the routes of all its pages. Otherwise the router would load each route when its
 * page is first opened, and only after the guard. A failed load is tried again.
 */
function loadConsoleCode() {
  consoleCode ??= Promise.all([import('./console.lazy.tsx'), ...pageLoaders.map((load) => load())]).then(
    ([code]) => code,
    (error: unknown) => {
      consoleCode = undefined
      throw error
    },
  )
  return consoleCode
}
