import { limits } from './forum.ts'

/** Length of a password in code points, which app and server check. */
export const passwordCharacters = {
  min: limits.passwordMinCharacters,
  max: limits.passwordMaxCharacters,
} as const

/** Normalizes a password to NFC, because keyboards send a letter with an accent as one code point or as two. */
export function normalizePassword(password: string): string {
  return password.normalize('NFC')
}

/** Finds the error key for the length of a new password; undefined for a valid one. Code points count, not UTF-16 units. */
export function findLengthIssue(password: string): 'field.too_short' | 'field.too_long' | undefined {
  const characters = Array.from(normalizePassword(password)).length
  if (characters < passwordCharacters.min) return 'field.too_short'
  return characters > passwordCharacters.max ? 'field.too_long' : undefined
}
