import type { Mutant } from '../mutant.ts'

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
