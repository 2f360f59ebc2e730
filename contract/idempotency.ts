/**
 * Headers of a write that may be sent again. The client creates one key per operation, of 1 to 64 letters, digits, `-`
 * and `_`. Every response returns the key, and the response to a repeated request is marked as such.
 */
export const idempotencyHeaders = { key: 'Idempotency-Key', replayed: 'Idempotency-Replayed' } as const
