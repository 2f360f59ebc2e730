import { connectivity } from '#lib/connectivity.ts'

const lost = new Set<HTMLLinkElement>()

/**
 * The bundler's helper asks for each style of a later part once and never again, come or lost, so that the next visit to
 * the page would show it bare. Lost styles are linked anew when the network is back.
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
