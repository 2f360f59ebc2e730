import { authStore } from '#platform/auth.ts'

/** How long after a code the server needs no other proof, in milliseconds; the same limit as the server's. */
const provenForMs = 10 * 60_000

let proven: { token: string; atMs: number } | undefined

/** Records that this sign-in was just made by a code. */
export function recordProof(token: string): void {
  proven = { token, atMs: performance.now() }
}

/**
 * True while the server needs no other proof of identity.
 * False is uncertain, because a reload forgets it: then the server says whether it needs one.
 */
export function hasRecentProof(): boolean {
  return proven?.token === authStore.getToken() && performance.now() - (proven?.atMs ?? 0) < provenForMs
}
