import { codeDigits } from '#contract/api.ts'

/**
 * Extracts a code from typed, pasted or auto-filled text.
 * Accepts a whole text message, full-width digits and spaces. Returns at most as many digits as a code has.
 */
export function parseCode(text: string): string {
  const plain = text.normalize('NFKC')
  const standalone = new RegExp(`(?<!\\d)\\d{${codeDigits}}(?!\\d)`).exec(plain)?.[0]
  return standalone ?? plain.replaceAll(/\D/g, '').slice(0, codeDigits)
}
