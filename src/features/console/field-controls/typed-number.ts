/** Digits that every number of a JavaScript program holds exactly. */
const exactDigits = 15

/**
 * The number that a person typed: with zeros behind the point (`1200.50`), commas between thousands, wide digits of an
 * input method.
 * @returns undefined for what is no number, or has more digits than can be kept exactly
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
