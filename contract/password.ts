import { limits } from './forum.ts'

/** Characters of a password, counted as code points, as both sides check them. */
export const passwordCharacters = {
  min: limits.passwordMinCharacters,
  max: limits.passwordMaxCharacters,
} as const

/** The same password typed on another keyboard: accents and letters in one piece (NFC). */
export function normalizePassword(password: string): string {
  return password.normalize('NFC')
}

/** What is wrong with the length of a new password: code points count, neither bytes nor halves of characters. */
export function findLengthIssue(password: string): 'field.too_short' | 'field.too_long' | undefined {
  const characters = Array.from(normalizePassword(password)).length
  if (characters < passwordCharacters.min) return 'field.too_short'
  return characters > passwordCharacters.max ? 'field.too_long' : undefined
}
