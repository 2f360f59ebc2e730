import type { AnyRouter } from '@tanstack/react-router'

/** What the server wrote into the head of the page that it served (server/http/pages/page-html.ts). */
const served = 'head [data-served], script[data-served]'

/**
 * Removes the served page's metadata once another page is shown. Otherwise the browser's share button would share the
 * URL of the first page.
 */
export function removeServedHead(router: Pick<AnyRouter, 'subscribe'>): void {
  const stop = router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return
    for (const element of document.querySelectorAll(served)) element.remove()
    stop()
  })
}
