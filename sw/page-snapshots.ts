import type { RouteHandlerCallbackOptions } from 'workbox-core'
import { matchPrecache } from 'workbox-precaching'
import {
  anonymousOwner,
  findLatestSnapshot,
  getSnapshotCacheName,
  ownerOfLooks,
  injectPageSnapshot,
  type SavePageSnapshotMessage,
  type PageSnapshot,
} from '#contract/page-snapshot.ts'
import { findPersistedOwner, sealerOf, type Sealed } from '#outbox/worker.ts'
import { isMessage } from './messages.ts'

/** The whole app without data: what every page begins with. */
const shellFile = 'index.html'

/** Headers of the shell that are wrong once its text was read and changed. */
const ofTheBytes = ['content-encoding', 'content-length', 'etag']

/** Stores the snapshots that pages send. A failure is ignored: the snapshot is missing at the next start. */
export function listenForPageSnapshots(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    if (isMessage<SavePageSnapshotMessage>(event.data, 'KEEP_LOOK'))
      event.waitUntil(keepLook(event.data).catch(() => undefined))
  })
  worker.addEventListener('activate', (event) => event.waitUntil(removeOlderLooks()))
}

/** A user's snapshot shows favourites and personal data, so it is stored sealed. */
async function keepLook({ owner, look }: SavePageSnapshotMessage): Promise<void> {
  const kept = owner === anonymousOwner ? look : await sealerOf(owner).seal(look)
  const cache = await caches.open(getSnapshotCacheName(owner))
  await cache.put(look.path, new Response(JSON.stringify(kept)))
}

/** Those of people by an earlier worker: they lie in clear, or need styles that have gone. */
async function removeOlderLooks(): Promise<void> {
  const names = (await caches.keys()).filter(
    (name) => (ownerOfLooks(name) ?? anonymousOwner) !== anonymousOwner,
  )
  await Promise.all(names.map((name) => caches.delete(name)))
}

/** Responds to a navigation with the shell and the snapshot of the page. */
export async function respondToNavigation({ request, url }: RouteHandlerCallbackOptions): Promise<Response> {
  const [shell, look] = await Promise.all([matchPrecache(shellFile), findLook(url).catch(() => undefined)])
  if (!shell) return fetch(request)
  if (!look) return shell
  const headers = new Headers(shell.headers)
  for (const name of ofTheBytes) headers.delete(name)
  return new Response(injectPageSnapshot(await shell.text(), look), { headers })
}

/** Only pages without query and fragment have a snapshot, since these show another state. */
async function findLook({ pathname, search, hash }: URL): Promise<PageSnapshot | undefined> {
  if (search !== '' || hash !== '') return undefined
  const names = await findCaches()
  const looks = await Promise.all(names.map((cacheName) => readLook(pathname, cacheName)))
  const look = findLatestSnapshot(
    looks.filter((one) => one !== undefined),
    Date.now(),
  )
  // Styles of another build may be nowhere any more, and a page without them would count as one that failed.
  const styles = await Promise.all((look?.styles ?? []).map((file) => matchPrecache(file)))
  return styles.includes(undefined) ? undefined : look
}

/** Everybody's looks, and those of the person whose sign-in this device keeps: what others left is not for who starts now. */
async function findCaches(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => ownerOfLooks(name) !== undefined)
  // Asking whose the sign-in is costs a start some milliseconds: only where a person's looks are at stake.
  if (names.every((name) => name === getSnapshotCacheName(anonymousOwner))) return names
  const owner = await findPersistedOwner()
  const shown = [anonymousOwner, ...(owner === undefined ? [] : [owner])].map(getSnapshotCacheName)
  return names.filter((name) => shown.includes(name))
}

async function readLook(path: string, cacheName: string): Promise<PageSnapshot | undefined> {
  const answer = await caches.match(path, { cacheName })
  if (!answer) return undefined
  const owner = ownerOfLooks(cacheName) ?? anonymousOwner
  if (owner === anonymousOwner) return (await answer.json()) as PageSnapshot
  const sealed = (await answer.json()) as Sealed<PageSnapshot>
  // When the key cannot be read, the public snapshot is shown.
  return sealerOf(owner)
    .open(sealed)
    .catch(() => undefined)
}
