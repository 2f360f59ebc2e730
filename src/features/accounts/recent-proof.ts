import { authStore } from '#lib/auth.ts'

/** How long after a code the server asks for no other proof, in milliseconds (security.md 2). */
const provenForMs = 10 * 60_000

let proven: { token: string; atMs: number } | undefined

/** This sign-in came by a code just now. */
export function recordProof(token: string): void {
  proven = { token, atMs: performance.now() }
}

/**
 * True while the server asks for no other proof of who this is. False says nothing certain: after a reload nobody
 * remembers; then the server says what it wants.
 */
export function hasRecentProof(): boolean {
  return proven?.token === authStore.getToken() && performance.now() - (proven?.atMs ?? 0) < provenForMs
}
