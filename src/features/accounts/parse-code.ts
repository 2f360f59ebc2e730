import { codeDigits } from '#contract/api.ts'

/**
 * The code in what was typed, pasted or filled in: a whole text message may be pasted, full-width digits and blanks
 * between them do not matter. At most as many digits as a code has.
 */
export function parseCode(text: string): string {
  const plain = text.normalize('NFKC')
  const alone = new RegExp(`(?<!\\d)\\d{${codeDigits}}(?!\\d)`).exec(plain)?.[0]
  return alone ?? plain.replaceAll(/\D/g, '').slice(0, codeDigits)
}
