/** Something that must not be found in clear, with what it is. */
export interface Secret {
  what: string
  value: string
}

/** A place where nothing of it may lie. */
export interface Place {
  where: string
  bytes: Buffer
}

/** Looks for secrets in clear, base64, hexadecimal, UTF-16 and percent escapes. @returns what lies where, in which form */
export function findLeaks(secrets: readonly Secret[], places: readonly Place[]): string[] {
  const texts = places.map(({ where, bytes }) => ({ where, text: bytes.toString('latin1') }))
  return secrets.flatMap(({ what, value }) =>
    [...formsOf(value)].flatMap(([form, pattern]) =>
      texts.filter(({ text }) => pattern.test(text)).map(({ where }) => `${what} in ${where}, ${form}`),
    ),
  )
}

/** How a value may be written, each as what finds it in bytes. */
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

/** Characters of a value that is found by chance in longer numbers and hashes. */
const shortLength = 7

/** A short value counts where it stands alone, a longer one everywhere: SQLite puts texts side by side. */
function inClear(bytes: Buffer): RegExp {
  const pattern = literal(bytes.toString('latin1'))
  if (bytes.length > shortLength) return new RegExp(pattern)
  return new RegExp(`(?<![0-9A-Za-z])${pattern}(?![0-9A-Za-z])`)
}

/** What a value becomes in base64 at each of the three places where it may begin in what is encoded, in both alphabets. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    // The first characters hold bits of what stands before, the last one of what follows.
    const first = [0, 2, 3][shift] ?? 0
    const last = ((shift + bytes.length) * 8) % 6 === 0 ? encoded.length : encoded.length - 1
    const whole = encoded.slice(first, last)
    return [whole, whole.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
