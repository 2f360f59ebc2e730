/**
 * The kill switch: a worker that takes the place of `/sw.js`, removes what ours stored and itself, and lets the open
 * pages load anew. Pinned files stay: they are the person's own. Put in place by `scripts/kill-worker.ts`.
 */
const worker = globalThis as unknown as ServiceWorkerGlobalScope

worker.addEventListener('install', () => void worker.skipWaiting())

worker.addEventListener('activate', (event) => event.waitUntil(removeEverything()))

async function removeEverything(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !name.startsWith('pins:')).map((name) => caches.delete(name)))
  // Pages under our control only: those loaded without a worker are already what we want, and would load for ever.
  const pages = await worker.clients.matchAll({ type: 'window' })
  await worker.registration.unregister()
  await Promise.all(pages.map((page) => page.navigate(page.url)))
}
