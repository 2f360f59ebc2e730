import { createHash, randomBytes } from 'node:crypto'

const tokenBytes = 32
/** 32 bytes in base64url. */
const tokenShape = /^[\w-]{43}$/

/** A token that says nothing and cannot be guessed (security.md 1). */
export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** True for a text that has the shape of a token. */
export function isToken(text: string): boolean {
  return tokenShape.test(text)
}

/** What is kept of a token: hexadecimal SHA-256. 256 random bits need no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
