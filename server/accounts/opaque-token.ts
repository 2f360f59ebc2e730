import { createHash, randomBytes } from 'node:crypto'

const tokenBytes = 32
/** 32 bytes in base64url. */
const tokenPattern = /^[\w-]{43}$/

/** Creates a random token. It contains nothing about its user; the database has its hash. */
export function createToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** Checks whether a text has the form of a token. */
export function isToken(text: string): boolean {
  return tokenPattern.test(text)
}

/** Hashes a token for storing: hexadecimal SHA-256. 256 random bits need no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
