import type { RouteHandlerCallbackOptions } from 'workbox-core'
import { matchPrecache } from 'workbox-precaching'
import {
  anonymousOwner,
  findLatestSnapshot,
  getSnapshotCacheName,
  parseSnapshotOwner,
  injectPageSnapshot,
  type SavePageSnapshotMessage,
  type PageSnapshot,
} from '#contract/page-snapshot.ts'
import { findPersistedOwner, getSealer, type Sealed } from '#outbox/worker.ts'
import { isMessage } from './messages.ts'

/** The HTML of the app without data, which every navigation receives. */
const shellFile = 'index.html'

/** Headers that are invalid after the text of the shell has changed. */
const bodyHeaders = ['content-encoding', 'content-length', 'etag']

/** Stores the snapshots that pages send. After a failure the next start shows no snapshot. */
export function listenForPageSnapshots(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    if (isMessage<SavePageSnapshotMessage>(event.data, 'KEEP_LOOK'))
      event.waitUntil(saveSnapshot(event.data).catch(() => undefined))
  })
  worker.addEventListener('activate', (event) => event.waitUntil(removeOlderSnapshots()))
}

/** Stores a snapshot under its path. A user's snapshot shows favourites and personal data, so it is stored sealed. */
async function saveSnapshot({ owner, look: snapshot }: SavePageSnapshotMessage): Promise<void> {
  const stored = owner === anonymousOwner ? snapshot : await getSealer(owner).seal(snapshot)
  const cache = await caches.open(getSnapshotCacheName(owner))
  await cache.put(snapshot.path, new Response(JSON.stringify(stored)))
}

/** Removes user snapshots of an earlier worker: they are unsealed, or need styles that no longer exist. */
async function removeOlderSnapshots(): Promise<void> {
  const names = (await caches.keys()).filter(
    (name) => (parseSnapshotOwner(name) ?? anonymousOwner) !== anonymousOwner,
  )
  await Promise.all(names.map((name) => caches.delete(name)))
}

/** Responds to a navigation with the shell and the snapshot of the page. */
export async function respondToNavigation({ request, url }: RouteHandlerCallbackOptions): Promise<Response> {
  const [shell, snapshot] = await Promise.all([
    matchPrecache(shellFile),
    findSnapshot(url).catch(() => undefined),
  ])
  if (!shell) return fetch(request)
  if (!snapshot) return shell
  const headers = new Headers(shell.headers)
  for (const name of bodyHeaders) headers.delete(name)
  return new Response(injectPageSnapshot(await shell.text(), snapshot), { headers })
}

/** Finds the newest snapshot of a page. Only pages without query and fragment have a snapshot, since these show another state. */
async function findSnapshot({ pathname, search, hash }: URL): Promise<PageSnapshot | undefined> {
  if (search !== '' || hash !== '') return undefined
  const names = await findCaches()
  const snapshots = await Promise.all(names.map((cacheName) => readSnapshot(pathname, cacheName)))
  const snapshot = findLatestSnapshot(
    snapshots.filter((candidate) => candidate !== undefined),
    Date.now(),
  )
  // Styles of another build may no longer exist, and a page without its styles would count as failed.
  const styles = await Promise.all((snapshot?.styles ?? []).map((file) => matchPrecache(file)))
  return styles.includes(undefined) ? undefined : snapshot
}

/** Finds the public snapshots, and those of the user with a persistent sign-in. Other users' snapshots stay hidden. */
async function findCaches(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => parseSnapshotOwner(name) !== undefined)
  // Reading the sign-in costs a start some milliseconds. It is read only if a user's snapshots are there.
  if (names.every((name) => name === getSnapshotCacheName(anonymousOwner))) return names
  const owner = await findPersistedOwner()
  const visibleCaches = [anonymousOwner, ...(owner === undefined ? [] : [owner])].map(getSnapshotCacheName)
  return names.filter((name) => visibleCaches.includes(name))
}

/** Reads the snapshot of a path from one cache; undefined when there is none, or when it cannot be unsealed. */
async function readSnapshot(path: string, cacheName: string): Promise<PageSnapshot | undefined> {
  const response = await caches.match(path, { cacheName })
  if (!response) return undefined
  const owner = parseSnapshotOwner(cacheName) ?? anonymousOwner
  if (owner === anonymousOwner) return (await response.json()) as PageSnapshot
  const sealed = (await response.json()) as Sealed<PageSnapshot>
  // When the key cannot be read, the public snapshot is shown.
  return getSealer(owner)
    .open(sealed)
    .catch(() => undefined)
}
