import { isHashedAsset } from './urls.ts'
import { chunksCache } from './runtime-caches.ts'
import { isMessage } from './messages.ts'

/**
 * Put in by the build (scripts/vite/worker.ts): where the addresses of the console's scripts and styles stand, those of
 * this worker's own build, also when the server has a newer one.
 */
declare const CONSOLE_LIST_ADDRESS: string

/** Keeps the parts of the console that were not used yet, one after another, when a page of it asks for that. */
export function listenForConsolePrecache(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    // What cannot be had now comes at its first use, or with the next visit of the console.
    if (isMessage(event.data, 'KEEP_CONSOLE')) event.waitUntil(keepConsole(event).catch(() => undefined))
  })
}

async function keepConsole(event: ExtendableMessageEvent): Promise<void> {
  const files = (await (await fetch(CONSOLE_LIST_ADDRESS)).json()) as string[]
  for (const file of files.filter(isHashedAsset))
    await chunksCache.handle({ request: new Request(file, { priority: 'low' }), event })
}
