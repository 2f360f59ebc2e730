import { connectivity } from '#platform/connectivity.ts'

const lost = new Set<HTMLLinkElement>()

/**
 * Links failed stylesheets again when the network is back. The bundler's helper requests each stylesheet of a lazy chunk
 * only once, so that the next visit to the page would show it without styles.
 */
export function retryFailedStylesheets(): void {
  addEventListener('error', ({ target }) => void (isStyle(target) && lost.add(target)), true)
  connectivity.subscribe(() => {
    if (!connectivity.isOffline()) linkAgain()
  })
}

const isStyle = (target: EventTarget | null): target is HTMLLinkElement =>
  target instanceof HTMLLinkElement && target.rel === 'stylesheet'

function linkAgain(): void {
  const links = [...lost]
  lost.clear()
  for (const link of links) link.replaceWith(link.cloneNode())
}
