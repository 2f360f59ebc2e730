import { createRequire } from 'node:module'
import { findLengthIssue, passwordCharacters } from '#contract/password.ts'

/** Why a new password is rejected; the keys have texts in errors.json. */
export type PasswordIssue = 'field.too_short' | 'field.too_long' | 'password.common' | 'password.personal'

/**
 * Minimum length of a piece of personal data (a word of a name, part of a number) that counts. Shorter pieces occur in
 * many words by chance. A Chinese name has two characters.
 */
const minPieceCharacters = { latin: 4, han: 2 } as const

/** A password with so many letters besides the personal data counts as another word. */
const minOwnLetters = 3

/**
 * Checks a new password. Every character counts; nothing is truncated.
 * @param personalData login, name, mobile and e-mail of the user: a password must not consist of them
 */
export function findPasswordIssue(
  password: string,
  personalData: readonly (string | null)[] = [],
): PasswordIssue | undefined {
  const lengthIssue = findLengthIssue(password)
  if (lengthIssue) return lengthIssue
  if (isPersonal(password, personalData)) return 'password.personal'
  return isCommonPassword(password) ? 'password.common' : undefined
}

/** Checks whether a password is a part of the personal data, or the data with a year or a few marks around it. */
function isPersonal(password: string, personalData: readonly (string | null)[]): boolean {
  const folded = fold(password)
  const foldedData = personalData.filter((text) => text !== null).map(fold)
  if (foldedData.some((text) => text.includes(folded) || extractDigits(text).includes(folded))) return true
  // The longest first: a word would otherwise be cut out of the whole name and leave the rest of it.
  const pieces = foldedData.flatMap(splitPersonalData).toSorted((a, b) => b.length - a.length)
  const otherCharacters = pieces.reduce((rest, piece) => rest.replaceAll(piece, ''), folded)
  // It contains no personal data, or the rest alone is long enough for a password.
  if (otherCharacters === folded || countCharacters(otherCharacters) >= passwordCharacters.min) return false
  return countCharacters(otherCharacters.replaceAll(/[^\p{L}]/gu, '')) < minOwnLetters
}

/** Digits of a Chinese mobile number without its country code. */
const mobileDigits = 11
/** Digits at the end of a number that people use as a password: as many as the shortest password has. */
const numberEndDigits = passwordCharacters.min

/**
 * Splits a name, an address or a number into itself and its words. A number also counts without its country code, and
 * with its last digits alone.
 */
function splitPersonalData(text: string): string[] {
  const digits = extractDigits(text)
  const words = text.split(/[^\p{L}\p{N}]+/u)
  const numbers =
    digits.length >= numberEndDigits
      ? [digits, digits.slice(-mobileDigits), digits.slice(-numberEndDigits)]
      : []
  return [text, text.replaceAll(/\s/g, ''), ...words, ...numbers].filter((piece) => {
    const minCharacters = /\p{Script=Han}/u.test(piece) ? minPieceCharacters.han : minPieceCharacters.latin
    return countCharacters(piece) >= minCharacters
  })
}

/** Removes differences of case and width. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

function extractDigits(text: string): string {
  return text.replaceAll(/\D/g, '')
}

function countCharacters(text: string): number {
  return Array.from(text).length
}

/** Mozilla's list of the 50,000 most common passwords of 8 characters and more. It is CommonJS without types. */
interface CommonPasswords {
  test(password: string): boolean
}

const require = createRequire(import.meta.url)
let commonPasswords: CommonPasswords | undefined

/** Unpacking takes 20 ms and 18 MB, so the list is loaded with the first new password. */
function loadCommonPasswords(): CommonPasswords {
  return (commonPasswords ??= require('fxa-common-password-list') as CommonPasswords)
}

/**
 * Words that users combine with a year or a few marks. The list of common passwords has only words of 8 letters and
 * more, hardly any Chinese, and none of this forum.
 */
const stems = new Set(
  `admin administrator root guest user test welcome login letmein secret master manager default
   qwerty qwert asdf asdfgh zxcvbn qazwsx qaz abc aaa hello dragon monkey sunshine princess football iloveyou love
   angel baby happy summer winter spring autumn china beijing shanghai shenzhen guangzhou hangzhou nanjing suzhou
   zhongguo woaini woaiwojia aini nihao mima zhanghao baobao laopo laogong wang li zhang liu chen yang zhao huang
   forum luntan nengyuan energy transition conference huiyi organiser organizer speaker participant
   我爱你 密码 中国 苏州 能源 能源转型 论坛 会议 管理员 你好`
    .split(/\s+/)
    .filter(Boolean),
)

/** Digits that sound like words in Chinese, and columns of the number pad, alone or repeated. */
const luckyDigits = /^(?:520|521|530|1314|168|147|258|369|66|88|99)+$/

/** A day, as in a date of birth. */
const datePattern = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/

/** Sequences on the keyboard, in the alphabet and of digits. */
const sequences = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
/** The sequences forwards and backwards. */
const sequencesBothWays = sequences.flatMap((sequence) => [
  sequence,
  Array.from(sequence).toReversed().join(''),
])

/** The letter that a digit or mark stands for: `p@ssw0rd` is `password`. */
const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * Checks whether a password is among the first that an attacker tries. Case, full width and look-alike characters make
 * no difference.
 */
function isCommonPassword(password: string): boolean {
  const folded = fold(password)
  const withLetters = folded.replace(/[013457@$!]/g, (mark) => lookalikes[mark] ?? mark)
  return (
    [folded, withLetters].some(isListed) ||
    luckyDigits.test(folded) ||
    datePattern.test(folded) ||
    isPattern(folded)
  )
}

/**
 * Checks whether the list of common passwords or the stems contain the password, with or without the digits and marks
 * around it.
 */
function isListed(folded: string): boolean {
  const stem = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return loadCommonPasswords().test(folded) || loadCommonPasswords().test(stem) || stems.has(stem)
}

/**
 * Checks whether a password repeats a group of one to four characters (`abababab`), or has at most two characters
 * besides sequences (`abcd1234!`).
 */
function isPattern(folded: string): boolean {
  const characters = Array.from(folded)
  const isPeriodic = [1, 2, 3, 4].some((period) =>
    characters.every((character, index) => index < period || character === characters[index - period]),
  )
  return isPeriodic || characters.length - countInSequences(folded) <= 2
}

/** Counts the characters in sequences of three or more. */
function countInSequences(folded: string): number {
  let count = 0
  for (let index = 0; index < folded.length;) {
    const length = getLongestSequenceAt(folded, index)
    if (length >= 3) count += length
    index += length >= 3 ? length : 1
  }
  return count
}

/** Gets the number of characters from `index` on that are part of one sequence, such as 4 for `cdef` in `cdef1`. */
function getLongestSequenceAt(folded: string, index: number): number {
  let length = 0
  while (index + length < folded.length) {
    const candidate = folded.slice(index, index + length + 1)
    if (!sequencesBothWays.some((sequence) => sequence.includes(candidate))) break
    length += 1
  }
  return length
}
