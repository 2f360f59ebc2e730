import { limits } from '#contract/forum.ts'

/** Characters of a password, counted as code points, as both sides check them. */
export const passwordCharacters = {
  min: limits.passwordMinCharacters,
  max: limits.passwordMaxCharacters,
} as const

/** What is wrong with a new password; the keys have texts in errors.json. */
export type PasswordFault = 'field.too_short' | 'field.too_long'

/** The same password typed on another keyboard: accents and letters in one piece (NFC). */
export function normalizePassword(password: string): string {
  return password.normalize('NFC')
}

/** Checks a new password; nothing is cut off and every character counts. */
export function findPasswordFault(password: string): PasswordFault | undefined {
  const characters = Array.from(normalizePassword(password)).length
  if (characters < passwordCharacters.min) return 'field.too_short'
  if (characters > passwordCharacters.max) return 'field.too_long'
  return undefined
}
