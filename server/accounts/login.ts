import { createRequire } from 'node:module'
import type { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'

/** Longest login: the longest e-mail address (RFC 5321). */
const maxLoginCharacters = 254

/** The rule for logins, as operators read it. */
export const loginRule = `a login has 1 to ${maxLoginCharacters} characters and no blanks`

/** Normalizes a login for storing and lookup: trimmed, NFKC, lower case. */
export function normalizeLogin(login: string): string {
  return login.trim().normalize('NFKC').toLowerCase()
}

/** Checks whether an account can have this login. */
export function isLogin(login: string): boolean {
  const name = normalizeLogin(login)
  return name !== '' && !/\s/.test(name) && name.length <= maxLoginCharacters
}

const require = createRequire(import.meta.url)
let phoneNumberLibrary: { parsePhoneNumberFromString: typeof parsePhoneNumberFromString } | undefined

/** The data about the numbers of all countries takes 2 MB, so it is loaded with the first number. */
function loadPhoneNumbers(): NonNullable<typeof phoneNumberLibrary> {
  return (phoneNumberLibrary ??= require('libphonenumber-js/mobile') as NonNullable<
    typeof phoneNumberLibrary
  >)
}

/** Longer than any number with its separators. */
const maxMobileCharacters = 40

/**
 * Parses a mobile number as users type it. Full-width digits, blanks, hyphens and brackets are accepted. A Chinese
 * number can begin with `+86`, `86` or `0086`.
 * @returns E.164; undefined when the text is no mobile number
 */
export function parseMobile(text: string): string | undefined {
  if (text.length > maxMobileCharacters) return undefined
  // Without blanks, invisible characters (Cf), dashes (Pd), dots and brackets.
  const compactText = text.normalize('NFKC').replace(/[\s\p{Cf}\p{Pd}().]/gu, '')
  if (!/^\+?\p{Nd}+$/u.test(compactText)) return undefined
  const number = loadPhoneNumbers().parsePhoneNumberFromString(compactText, {
    defaultCountry: 'CN',
    extract: false,
  })
  return number?.isValid() ? number.number : undefined
}
