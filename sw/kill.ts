/**
 * The kill switch: a worker that replaces `/sw.js`, removes itself and all that ours stored, and reloads the open pages.
 * Pinned files stay, because the user saved them. `scripts/kill-worker.ts` installs it.
 */
const worker = globalThis as unknown as ServiceWorkerGlobalScope

/**
 * Maximum of unregistrations. A reloaded page registers a worker at once. While another page still uses this one, the
 * browser cancels its removal, so it must be unregistered again. The limit prevents endless reloads.
 */
const maxRounds = 3

worker.addEventListener('install', () => void worker.skipWaiting())

worker.addEventListener('activate', (event) => event.waitUntil(removeEverything()))

async function removeEverything(): Promise<void> {
  const names = await caches.keys()
  // The prefix of runtime-caches.ts, repeated here: this worker is built alone and must not load other modules.
  await Promise.all(names.filter((name) => !name.startsWith('pins:')).map((name) => caches.delete(name)))
  for (let round = 0; round < maxRounds; round++) {
    // Only controlled pages: pages loaded without a worker are already clean, and would reload for ever.
    const pages = await worker.clients.matchAll({ type: 'window' })
    await worker.registration.unregister()
    if (pages.length === 0) return
    // A page that was closed in between cannot navigate.
    await Promise.allSettled(pages.map((page) => page.navigate(page.url)))
  }
}
