/**
 * Headers of a write that may be sent again. The client makes the key (1 to 64 letters, digits, `-`, `_`), once for each
 * thing that it wants done; every answer brings it back, and the answer to a repeated call says that it is one.
 */
export const idempotencyHeaders = { key: 'Idempotency-Key', replayed: 'Idempotency-Replayed' } as const
