import { createRequire } from 'node:module'
import type { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'

/** Longest login: the longest e-mail address (RFC 5321). */
const maxLoginCharacters = 254

/** What a login is, for the operator. */
export const loginRule = `a login has 1 to ${maxLoginCharacters} characters and no blanks`

/** A login as it is kept and looked up: without blanks around it, in lower case. */
export function normalizeLogin(login: string): string {
  return login.trim().normalize('NFKC').toLowerCase()
}

/** True when an account may have this login. */
export function isLogin(login: string): boolean {
  const name = normalizeLogin(login)
  return name !== '' && !/\s/.test(name) && name.length <= maxLoginCharacters
}

const require = createRequire(import.meta.url)
let numbers: { parsePhoneNumberFromString: typeof parsePhoneNumberFromString } | undefined

/** What is known of every country's numbers takes 2 MB: at the first number, not at each start. */
function loadPhoneNumbers(): NonNullable<typeof numbers> {
  return (numbers ??= require('libphonenumber-js/mobile') as NonNullable<typeof numbers>)
}

/** Longer than any number with its separators. */
const maxMobileCharacters = 40

/**
 * The mobile number that a person typed, as E.164: full-width digits, blanks, hyphens and brackets do not matter, `+86`,
 * `86` and `0086` may stand before a Chinese number.
 * @returns undefined when it is not a mobile number
 */
export function parseMobile(text: string): string | undefined {
  if (text.length > maxMobileCharacters) return undefined
  const plain = text.normalize('NFKC').replace(/[\s\p{Cf}\p{Pd}().]/gu, '')
  if (!/^\+?\p{Nd}+$/u.test(plain)) return undefined
  const number = loadPhoneNumbers().parsePhoneNumberFromString(plain, {
    defaultCountry: 'CN',
    extract: false,
  })
  return number?.isValid() ? number.number : undefined
}
