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

/** Rules of the outbox. */
export const outboxMutants: readonly Mutant[] = [
  {
    id: 'outbox-answer-brings-key-back',
    rule: 'An entry counts as sent only when the answer brings its idempotency key back.',
    file: 'src/outbox/send-entry.ts',
    search: 'headers?.get(idempotencyHeaders.key) === key',
    replace: "headers?.get(idempotencyHeaders.key) !== ''",
    gate: ['src/outbox/send-entry.test.ts'],
  },
  {
    id: 'outbox-nothing-in-another-name',
    rule: 'Nothing is sent for a person who signed out while a file of the entry went up.',
    file: 'src/outbox/send-entry.ts',
    search: "if (!request.isOwnerSignedIn()) return { kind: 'needs_auth' }",
    replace: "if (entry.key === '') return { kind: 'needs_auth' }",
    gate: ['src/outbox/send-entry.test.ts'],
  },
  {
    id: 'outbox-lease',
    rule: 'An entry is left to the tab that is sending it as long as its lease runs.',
    file: 'src/outbox/queue/lease.ts',
    search: 'const isAbandoned = !lease || lease.holder === holder ||',
    replace: 'const isAbandoned = !lease || lease.untilMs > nowMs ||',
    gate: ['src/outbox/queue/queue.test.ts'],
  },
  {
    id: 'outbox-version-of-others',
    rule: 'A later entry takes over the new version of its row only when nobody else wrote between.',
    file: 'src/outbox/queue/enqueue.ts',
    search: 'version === knownVersion + 1',
    replace: 'version > knownVersion',
    gate: ['src/outbox/queue/queue.test.ts'],
  },
  {
    id: 'outbox-sealed-on-device',
    rule: 'What was typed lies on the device sealed, never in clear.',
    file: 'src/platform/device-store/sealing.ts',
    search: "if (!subtle || !key) return { kind: 'clear', value: bytes }",
    replace: "if (!subtle || key) return { kind: 'clear', value: bytes }",
    gate: ['src/outbox/suspended-queue.test.ts'],
  },
  {
    id: 'outbox-conflict-over-current-version',
    rule: 'What a person keeps of a conflict is sent over the version that the server holds now.',
    file: 'src/outbox/merge.ts',
    search: "const version = Number(rejection?.conflict?.current['version'] ?? 0)",
    replace: "const version = Number(rejection?.conflict?.current['revision'] ?? 0)",
    gate: ['src/outbox/merge.test.ts'],
  },
]

/** Rules of the console, calendar files and the sign-in of the app. */
export const screenMutants: readonly Mutant[] = [
  {
    id: 'bulk-stops-when-signed-out',
    rule: 'A bulk action stops when the sign-in is over, and says which rows are left.',
    file: 'src/console/bulk/run-bulk.ts',
    search: "if (error.needsSignIn) return 'signed_out'",
    replace: "if (error.status === 419) return 'signed_out'",
    gate: ['src/console/bulk/run-bulk.test.ts'],
  },
  {
    id: 'undo-only-what-may-be-taken-back',
    rule: 'Only an action that may be taken back by its definition is offered to be undone.',
    file: 'src/console/undo/offers.ts',
    search: 'return action?.undoable ? {',
    replace: 'return action ? {',
    gate: ['src/console/undo/offers.test.ts'],
  },
  {
    id: 'filter-without-value',
    rule: 'A filter of a list that has no value yet narrows nothing.',
    file: 'src/console/filters/conditions.ts',
    search: 'group.filter(isComplete).map(toItem)',
    replace: 'group.map(toItem)',
    gate: ['src/console/filters/conditions.test.ts'],
  },
  {
    id: 'calendar-folds-by-octets',
    rule: 'Lines of a calendar file are folded at 75 octets, not at 75 characters.',
    file: 'src/features/programme/calendar/calendar-text.ts',
    search: 'return codePoint < 0x10000 ? 3 : 4',
    replace: 'return 1',
    gate: ['src/features/programme/calendar/calendar.test.ts'],
  },
  {
    id: 'redirect-stays-with-us',
    rule: 'After a sign-in nobody is led to another host, whatever `redirectUrl` says.',
    file: 'src/features/participant/accounts/resolve-redirect.ts',
    search: '!/^\\/(?![/\\\\])/.test(value) || /[\\\\\\p{Cc}]/u.test(value)) return undefined',
    replace: "!value.startsWith('/')) return value as string",
    gate: ['src/features/participant/accounts/resolve-redirect.test.ts'],
  },
]
