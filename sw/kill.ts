/**
 * The kill switch: a worker that takes the place of `/sw.js`, removes what ours stored and itself, and lets the open
 * pages load anew. Pinned files stay: they are the person's own. Put in place by `scripts/kill-worker.ts`.
 */
const worker = globalThis as unknown as ServiceWorkerGlobalScope

/**
 * A page that is there again asks for a worker at once. While another still has this one, the browser takes that as a
 * wish to keep it, and it must be removed once more. Never without end: a page is no use while it loads.
 */
const mostRounds = 3

worker.addEventListener('install', () => void worker.skipWaiting())

worker.addEventListener('activate', (event) => event.waitUntil(removeEverything()))

async function removeEverything(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !name.startsWith('pins:')).map((name) => caches.delete(name)))
  for (let round = 0; round < mostRounds; round++) {
    // Pages under our control only: those loaded without a worker are already what we want, and would load for ever.
    const pages = await worker.clients.matchAll({ type: 'window' })
    await worker.registration.unregister()
    if (pages.length === 0) return
    await Promise.allSettled(pages.map((page) => page.navigate(page.url)))
  }
}
