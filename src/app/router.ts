import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { routeTree } from '../routeTree.gen.ts'
import { LoadFailure } from './LoadFailure.tsx'
import { NotFound } from './NotFound.tsx'
import { pendingAfterMs, ScreenPending } from './ScreenPending.tsx'

/** The app's router: browser history, base `/`. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: '/',
    context: { queryClient },
    defaultPreload: 'intent',
    // The query cache alone decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: pendingAfterMs,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
    defaultErrorComponent: LoadFailure,
    defaultNotFoundComponent: NotFound,
    defaultPendingComponent: ScreenPending,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
