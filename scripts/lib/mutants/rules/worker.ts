import type { Mutant } from '../mutant.ts'

/** Rules of the service worker. */
export const workerMutants: readonly Mutant[] = [
  {
    id: 'worker-only-pages',
    rule: 'The worker answers pages of the app with the shell, and never an address of the server.',
    isOfflineRule: true,
    file: 'sw/urls.ts',
    search: 'return !serverPath.test(pathname) && !filePath.test(pathname)',
    replace: 'return !filePath.test(pathname)',
    gate: ['sw/urls.test.ts'],
  },
  {
    id: 'worker-keeps-no-private-answer',
    rule: 'The worker keeps nothing that was asked for with a token.',
    file: 'sw/urls.ts',
    search: "return isComplete && !isPrivate && !request.headers.has('authorization')",
    replace: "return isComplete && !isPrivate && !response.headers.has('authorization')",
    gate: ['sw/urls.test.ts'],
  },
  {
    id: 'worker-waits-for-consent',
    rule: 'A new version of the app waits until the person takes it.',
    isOfflineRule: true,
    file: 'sw/messages.ts',
    search: "  worker.addEventListener('activate', (event) => {",
    replace:
      "  worker.addEventListener('install', () => void worker.skipWaiting())\n  worker.addEventListener('activate', (event) => {",
    gate: ['offline tests/offline/update.spec.ts › a new version is offered and waits'],
  },
  {
    id: 'worker-cuts-ranges',
    rule: 'Ranges of a pinned recording are cut from the whole file, so that a user can seek without network.',
    isOfflineRule: true,
    file: 'sw/runtime-caches.ts',
    search: "return request.headers.has('range') ? createPartialResponse(request, pinned) : pinned",
    replace: 'return pinned.ok || !createPartialResponse ? pinned : pinned.clone()',
    gate: ['offline tests/offline/pins.spec.ts › a kept PDF opens without network, whole and in parts'],
  },
  {
    id: 'worker-starts-offline',
    rule: 'Every page of the app opens without network, once the app was opened.',
    file: 'sw/sw.ts',
    search: "request.mode === 'navigate' && isAppNavigation(url.pathname),",
    replace: "request.mode === 'navigate' && isAppNavigation(url.pathname) && url.pathname === '/home',",
    gate: ['offline tests/offline/worker.spec.ts › pages are answered by the shell'],
  },
]
