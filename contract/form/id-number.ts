import { isDate } from './cast-value.ts'
import { idNumberPattern } from './patterns.ts'

const idNumber = new RegExp(idNumberPattern)

/** Weights of the 17 digits and the check characters by remainder (GB 11643-1999). */
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const checkCharacters = '10X98765432'

/**
 * Returns whether a text may be the number of a passport or identity card. 18 characters in the form of a Chinese
 * identity card must be valid as one: the date of birth exists, and the last character is the checksum.
 */
export function isIdNumber(text: string): boolean {
  if (!idNumber.test(text)) return false
  // Region, year, month and day of birth, serial number, check character.
  const card = /^\d{6}(\d{4})(\d\d)(\d\d)\d{3}[\dX]$/.exec(text)
  return !card || (isDate(card.slice(1).join('-')) && text.endsWith(computeCheckCharacter(text)))
}

function computeCheckCharacter(text: string): string {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(text[index]), 0)
  return checkCharacters[sum % 11] ?? ''
}
