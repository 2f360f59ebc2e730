import { createRequire } from 'node:module'
import { findLengthIssue, passwordCharacters } from '#contract/password.ts'

/** Why a new password is rejected; the keys have texts in errors.json. */
export type PasswordIssue = 'field.too_short' | 'field.too_long' | 'password.common' | 'password.personal'

/**
 * Minimum length of personal data that counts: shorter pieces occur in many words by chance. A Chinese name has two
 * characters.
 */
const pieceCharacters = { latin: 4, han: 2 } as const

/** Letters besides the personal data from which a password counts as another word. */
const minOwnLetters = 3

/**
 * Checks a new password. Every character counts; nothing is truncated.
 * @param personalData login, name, mobile and e-mail of the user: a password must not consist of them
 */
export function findPasswordIssue(
  password: string,
  personalData: readonly (string | null)[] = [],
): PasswordIssue | undefined {
  const lengthFault = findLengthIssue(password)
  if (lengthFault) return lengthFault
  if (isPersonal(password, personalData)) return 'password.personal'
  return isCommonPassword(password) ? 'password.common' : undefined
}

/** Checks whether a password is a part of the personal data, or the data with a year or a few marks around it. */
function isPersonal(password: string, personalData: readonly (string | null)[]): boolean {
  const folded = fold(password)
  const data = personalData.filter((text) => text !== null).map(fold)
  if (data.some((text) => text.includes(folded) || extractDigits(text).includes(folded))) return true
  const pieces = data.flatMap(splitPersonalData).toSorted((a, b) => b.length - a.length)
  const rest = pieces.reduce((left, piece) => left.replaceAll(piece, ''), folded)
  if (rest === folded || countCharacters(rest) >= passwordCharacters.min) return false
  return countCharacters(rest.replaceAll(/[^\p{L}]/gu, '')) < minOwnLetters
}

/** Splits a name, an address or a number into itself and its words. A number also counts without its country code. */
function splitPersonalData(text: string): string[] {
  const digits = extractDigits(text)
  const words = text.split(/[^\p{L}\p{N}]+/u)
  const numbers = digits.length >= passwordCharacters.min ? [digits, digits.slice(-11), digits.slice(-8)] : []
  return [text, text.replaceAll(/\s/g, ''), ...words, ...numbers].filter((piece) => {
    const minCharacters = /\p{Script=Han}/u.test(piece) ? pieceCharacters.han : pieceCharacters.latin
    return countCharacters(piece) >= minCharacters
  })
}

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
let list: CommonPasswords | undefined

/** Unpacking takes 20 ms and 18 MB, so the list is loaded with the first new password. */
function loadCommonPasswords(): CommonPasswords {
  return (list ??= require('fxa-common-password-list') as CommonPasswords)
}

/**
 * Words that users combine with a year or a few marks. The list has words of 8 letters and more only, hardly any
 * Chinese, and none of this forum.
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

/** Digits that sound like words in Chinese, alone or repeated. */
const luckyDigits = /^(?:520|521|530|1314|168|147|258|369|66|88|99)+$/

/** A day, as in a date of birth. */
const day = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/

/** Sequences on the keyboard, in the alphabet and of digits. */
const rows = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const runs = rows.flatMap((row) => [row, Array.from(row).toReversed().join('')])

/** Digits and marks that replace letters. */
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
  const folded = password.normalize('NFKC').toLowerCase()
  const spelled = folded.replace(/[013457@$!]/g, (mark) => lookalikes[mark] ?? mark)
  return [folded, spelled].some(isKnown) || luckyDigits.test(folded) || day.test(folded) || isPattern(folded)
}

/**
 * Checks whether the list has the password, with or without digits and marks around it, or it is one of the stems with
 * such around it.
 */
function isKnown(folded: string): boolean {
  const stem = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return loadCommonPasswords().test(folded) || loadCommonPasswords().test(stem) || stems.has(stem)
}

/** Checks whether a password repeats a few characters or follows the keyboard. */
function isPattern(folded: string): boolean {
  const characters = Array.from(folded)
  const isPeriodic = [1, 2, 3, 4].some((period) =>
    characters.every((character, at) => at < period || character === characters[at - period]),
  )
  return isPeriodic || characters.length - countInRuns(folded) <= 2
}

/** Counts characters in runs of three or more. */
function countInRuns(folded: string): number {
  let counted = 0
  for (let at = 0; at < folded.length;) {
    const length = longestRunAt(folded, at)
    if (length >= 3) counted += length
    at += length >= 3 ? length : 1
  }
  return counted
}

function longestRunAt(folded: string, at: number): number {
  let length = 0
  while (at + length < folded.length) {
    const part = folded.slice(at, at + length + 1)
    if (!runs.some((run) => run.includes(part))) break
    length += 1
  }
  return length
}
