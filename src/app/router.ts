import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { createPageHistory } from '#platform/page-history.ts'
import { routeTree } from '../routeTree.gen.ts'
import { LoadErrorPage } from './LoadErrorPage.tsx'
import { NotFound } from './NotFound.tsx'
import { pendingAfterMs, ScreenPending } from './ScreenPending.tsx'

/**
 * The app's router, base `/`.
 * @param history the browser's when absent
 */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    history: history ?? createPageHistory(),
    basepath: '/',
    context: { queryClient },
    defaultPreload: 'intent',
    // Only the query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: pendingAfterMs,
    defaultPendingMinMs: 0,
    // Prerendering needs no scroll restoration, for which the router would write a script into the page.
    scrollRestoration: history === undefined,
    defaultErrorComponent: LoadErrorPage,
    defaultNotFoundComponent: NotFound,
    defaultPendingComponent: ScreenPending,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
