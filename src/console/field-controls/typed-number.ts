/** Number of digits that a JavaScript number always represents exactly. */
const exactDigits = 15

/**
 * Parses a number as people type it: trailing zeros (`1200.50`), commas between thousands, full-width digits
 * of an input method.
 * @returns undefined for other text, and for a number with too many digits to be exact
 */
export function parseTypedNumber(typed: string): number | undefined {
  const plain = typed
    .normalize('NFKC')
    .replaceAll('−', '-')
    .trim()
    .replace(
      /^([+-]?\d{1,3})((?:,\d{3})+)(?![\d,])/,
      (_, first: string, more: string) => first + more.replaceAll(',', ''),
    )
  if (!/^[+-]?\d+(?:\.\d+)?$/.test(plain)) return undefined
  const digits = plain.replaceAll(/[+\-.]/g, '').replace(/^0+/, '')
  return digits.length > exactDigits ? undefined : Number(plain)
}
