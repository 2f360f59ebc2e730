import { isHashedAsset } from './urls.ts'
import { chunksCache } from './runtime-caches.ts'
import { isMessage } from './messages.ts'

/**
 * URL of the list of the console's scripts and styles, set by the build (scripts/vite/worker.ts). The list is of this
 * worker's own build, also when the server has a newer one.
 */
declare const CONSOLE_LIST_ADDRESS: string

/** Caches the unused chunks of the console, one after another, when a page of the console requests it. */
export function listenForConsolePrecache(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    // A chunk that fails now is loaded at its first use, or at the next visit of the console.
    if (isMessage(event.data, 'KEEP_CONSOLE')) event.waitUntil(keepConsole(event).catch(() => undefined))
  })
}

async function keepConsole(event: ExtendableMessageEvent): Promise<void> {
  const files = (await (await fetch(CONSOLE_LIST_ADDRESS)).json()) as string[]
  for (const file of files.filter(isHashedAsset))
    await chunksCache.handle({ request: new Request(file, { priority: 'low' }), event })
}
