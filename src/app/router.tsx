import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter, type RouterHistory, RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { createPageHistory } from '#platform/page-history.ts'
import { routeTree } from '../routeTree.gen.ts'
import { LoadErrorPage, NotFound, pendingAfterMs, ScreenPending } from './PageFallbacks.tsx'

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
    // Loads a page's code and data when the user points at its link.
    defaultPreload: 'intent',
    // Only the query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: pendingAfterMs,
    // A skeleton gives way as soon as the page is loaded.
    defaultPendingMinMs: 0,
    // Prerendering needs no scroll restoration, for which the router would write a script into the page.
    scrollRestoration: history === undefined && createScrollRule(),
    defaultErrorComponent: LoadErrorPage,
    defaultNotFoundComponent: NotFound,
    defaultPendingComponent: ScreenPending,
  })
}

// Makes the paths and search parameters of links type-checked.
declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * True for public pages that the server sends with the responses that their loader asks for, and prerendered unless
     * they have parameters.
     */
    carriesData?: true
  }
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

/** Returns the rule for scrolling after a render. The first one leaves a scrolled early page where it is. */
function createScrollRule(): () => boolean {
  let isTakeOver = document.querySelector('html:not([data-hides-early]) #early-page') !== null
  return () => {
    const staysScrolled = isTakeOver && scrollY > 0
    isTakeOver = false
    return !staysScrolled
  }
}

/** The app's root component: the query client and the router around the screens. */
export function Providers({
  queryClient,
  router,
}: {
  queryClient: QueryClient
  router: ReturnType<typeof createAppRouter>
}) {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

/** Selects what the server wrote into the head of the page that it served (server/http/pages/page-html.ts). */
const servedHeadSelector = 'head [data-served], script[data-served]'

/**
 * Removes the served page's metadata once another page is shown. Otherwise the browser's share button would share the
 * URL of the first page.
 */
export function removeServedHead(router: Pick<AnyRouter, 'subscribe'>): void {
  const unsubscribe = router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return
    for (const element of document.querySelectorAll(servedHeadSelector)) element.remove()
    unsubscribe()
  })
}
