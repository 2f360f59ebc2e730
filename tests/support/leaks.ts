/** A value that must not be stored in clear, and its description. */
export interface Secret {
  what: string
  value: string
}

/** A place that must not contain a secret. */
export interface Place {
  where: string
  bytes: Buffer
}

/**
 * Searches for secrets in clear, base64, hexadecimal, UTF-16 and percent encoding. @returns findings with place and
 * encoding
 */
export function findLeaks(secrets: readonly Secret[], places: readonly Place[]): string[] {
  const texts = places.map(({ where, bytes }) => ({ where, text: bytes.toString('latin1') }))
  return secrets.flatMap(({ what, value }) =>
    [...formsOf(value)].flatMap(([form, pattern]) =>
      texts.filter(({ text }) => pattern.test(text)).map(({ where }) => `${what} in ${where}, ${form}`),
    ),
  )
}

/** Returns the encodings of a value, each as a pattern for bytes. */
function formsOf(value: string): Map<string, RegExp> {
  const bytes = Buffer.from(value)
  const percents = encodeURIComponent(value)
  return new Map([
    ['in clear', inClear(bytes)],
    ['in hexadecimal', new RegExp(bytes.toString('hex'), 'i')],
    ['in base64', new RegExp(base64Forms(bytes).map(literal).join('|'))],
    ['in UTF-16', new RegExp(literal(Buffer.from(value, 'utf16le').toString('latin1')))],
    ...(percents === value ? [] : [['percent-encoded', new RegExp(literal(percents))] as const]),
  ])
}

/** Maximum length of a value that longer numbers and hashes may contain by chance. */
const shortLength = 7

/** A short value must stand alone, a longer one may be anywhere: SQLite stores texts side by side. */
function inClear(bytes: Buffer): RegExp {
  const pattern = literal(bytes.toString('latin1'))
  if (bytes.length > shortLength) return new RegExp(pattern)
  return new RegExp(`(?<![0-9A-Za-z])${pattern}(?![0-9A-Za-z])`)
}

/** Returns the base64 encodings of a value at each of the three offsets, in both alphabets. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    // The first characters contain bits of the preceding bytes, the last one of the following.
    const first = [0, 2, 3][shift] ?? 0
    const last = ((shift + bytes.length) * 8) % 6 === 0 ? encoded.length : encoded.length - 1
    const whole = encoded.slice(first, last)
    return [whole, whole.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
