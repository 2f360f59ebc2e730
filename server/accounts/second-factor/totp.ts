import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** RFC 6238 as authenticator apps implement it: SHA-1, six digits, thirty seconds. */
const digits = 6
/** A time step is the number of these periods since 1970. */
const stepSeconds = 30
/** RFC 4226: as long as the output of HMAC-SHA-1. */
const secretBytes = 20
/** Accepted steps around the current one: the clocks of phones differ, and typing takes time. */
const windowSteps = [-1, 0, 1] as const

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const base32Bits = 5

/** Creates a secret. @returns base32, 32 characters */
export function createTotpSecret(): string {
  return toBase32(randomBytes(secretBytes))
}

/**
 * Finds the time step of a code. It compares with every step of the window, each in constant time.
 * @param secret base32
 * @returns undefined when the code matches none
 */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  const currentStep = Math.floor(now.getTime() / 1000 / stepSeconds)
  const key = fromBase32(secret)
  const typedBytes = Buffer.from(code)
  let matchingStep: number | undefined
  for (const offset of windowSteps) {
    const expected = Buffer.from(formatTotp(key, currentStep + offset))
    if (typedBytes.length === expected.length && timingSafeEqual(typedBytes, expected))
      matchingStep = currentStep + offset
  }
  return matchingStep
}

/** Creates the code that an authenticator app shows at a time, for tests. @param secret base32 */
export function createTotpCode(secret: string, now: Date): string {
  return formatTotp(fromBase32(secret), Math.floor(now.getTime() / 1000 / stepSeconds))
}

/** Formats the URI that authenticator apps read from a QR code. */
export function formatTotpUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
  return `otpauth://totp/${label}?${query}`
}

/** Computes the code of a time step: four bytes of an HMAC, at the offset that its last half byte names (RFC 4226, 5.3). */
function formatTotp(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hmac = createHmac('sha1', key).update(counter).digest()
  const offset = (hmac.at(-1) ?? 0) & 0x0f
  // Without the sign bit.
  return String((hmac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0')
}

/** RFC 4648 without padding. */
function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => base32Alphabet[parseInt(group.padEnd(base32Bits, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text)
    .map((letter) => base32Alphabet.indexOf(letter).toString(2).padStart(base32Bits, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}
