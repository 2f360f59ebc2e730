import { findLengthIssue, passwordCharacters } from '#contract/password.ts'
import { isCommonPassword } from './common-password.ts'

/** What is wrong with a new password; the keys have texts in errors.json. */
export type PasswordIssue = 'field.too_short' | 'field.too_long' | 'password.common' | 'password.personal'

/** Shorter pieces of a person's data stand in many words by chance; a Chinese name has two characters. */
const pieceCharacters = { latin: 4, han: 2 } as const

/** Letters beside the person's data that make a password another word. */
const lettersOfItsOwn = 3

/**
 * Checks a new password; nothing is cut off and every character counts.
 * @param own the person's login, name, mobile and e-mail: none of them makes a password
 */
export function findPasswordIssue(
  password: string,
  own: readonly (string | null)[] = [],
): PasswordIssue | undefined {
  const lengthFault = findLengthIssue(password)
  if (lengthFault) return lengthFault
  if (isPersonal(password, own)) return 'password.personal'
  return isCommonPassword(password) ? 'password.common' : undefined
}

/** A part of the person's own data, or they with a year or a few marks around them. */
function isPersonal(password: string, own: readonly (string | null)[]): boolean {
  const folded = fold(password)
  const data = own.filter((text) => text !== null).map(fold)
  if (data.some((text) => text.includes(folded) || digitsOf(text).includes(folded))) return true
  const pieces = data.flatMap(piecesOf).toSorted((a, b) => b.length - a.length)
  const rest = pieces.reduce((left, piece) => left.replaceAll(piece, ''), folded)
  if (rest === folded || countCharacters(rest) >= passwordCharacters.min) return false
  return countCharacters(rest.replaceAll(/[^\p{L}]/gu, '')) < lettersOfItsOwn
}

/** A name, an address or a number, whole and in its words; a number also without its country's. */
function piecesOf(text: string): string[] {
  const digits = digitsOf(text)
  const words = text.split(/[^\p{L}\p{N}]+/u)
  const numbers = digits.length >= passwordCharacters.min ? [digits, digits.slice(-11), digits.slice(-8)] : []
  return [text, text.replaceAll(/\s/g, ''), ...words, ...numbers].filter((piece) => {
    const least = /\p{Script=Han}/u.test(piece) ? pieceCharacters.han : pieceCharacters.latin
    return countCharacters(piece) >= least
  })
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

function countCharacters(text: string): number {
  return Array.from(text).length
}
