import { isHashedAsset } from './addresses.ts'
import { chunks } from './kept-at-first-use.ts'
import { isMessage } from './messages.ts'

/** Written by the build (scripts/vite/worker.ts): addresses of the console's scripts and styles. */
const listAddress = '/console-files.json'

/** Keeps the parts of the console that were not used yet, one after another, when a page of it asks for that. */
export function listenForConsole(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    // What cannot be had now comes at its first use, or with the next visit of the console.
    if (isMessage(event.data, 'KEEP_CONSOLE')) event.waitUntil(keepConsole(event).catch(() => undefined))
  })
}

async function keepConsole(event: ExtendableMessageEvent): Promise<void> {
  const files = (await (await fetch(listAddress)).json()) as string[]
  for (const file of files.filter(isHashedAsset))
    await chunks.handle({ request: new Request(file, { priority: 'low' }), event })
}
