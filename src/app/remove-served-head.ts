import type { AnyRouter } from '@tanstack/react-router'

/** What the server wrote into the head of the page that it served (server/http/pages/page-html.ts). */
const served = 'head [data-served], script[data-served]'

/**
 * Takes away what the served page said of itself once another page is shown: a browser's own share button would pass
 * on the address of the first.
 */
export function removeServedHead(router: Pick<AnyRouter, 'subscribe'>): void {
  const stop = router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return
    for (const element of document.querySelectorAll(served)) element.remove()
    stop()
  })
}
