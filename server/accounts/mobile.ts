import { createRequire } from 'node:module'
import type { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'

const require = createRequire(import.meta.url)
let numbers: { parsePhoneNumberFromString: typeof parsePhoneNumberFromString } | undefined

/** What is known of every country's numbers takes 2 MB: at the first number, not at each start. */
function knownNumbers(): NonNullable<typeof numbers> {
  return (numbers ??= require('libphonenumber-js/mobile') as NonNullable<typeof numbers>)
}

/** Longer than any number with its separators. */
const longestText = 40

/**
 * The mobile number that a person typed, as E.164: full-width digits, blanks, hyphens and brackets do not matter, `+86`,
 * `86` and `0086` may stand before a Chinese number.
 * @returns undefined when it is not a mobile number
 */
export function parseMobile(text: string): string | undefined {
  if (text.length > longestText) return undefined
  const plain = text.normalize('NFKC').replace(/[\s\p{Cf}\p{Pd}().]/gu, '')
  if (!/^\+?\p{Nd}+$/u.test(plain)) return undefined
  const number = knownNumbers().parsePhoneNumberFromString(plain, { defaultCountry: 'CN', extract: false })
  return number?.isValid() ? number.number : undefined
}
