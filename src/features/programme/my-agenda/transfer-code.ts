import type { ProgrammeItem } from '#features/programme/sessions'
import { getPublicOrigin } from '#platform/urls.ts'

/**
 * Starred sessions in a URL fragment, which no server sees: `1`, six characters per session, four for a checksum.
 * Six characters are 36 bits of the id's hash: short enough for a QR code. Among 5,000 sessions, two share a code
 * with a probability of 1 to 5,500. The receiving device finds the ids in its programme.
 */
const formatVersion = '1'
/** Characters per session, of 6 bits each. */
const idLength = 6
/** Characters of the checksum, of 6 bits each. */
const checkLength = 4

/** Maximum number of sessions in a code; more than a whole programme can only be a damaged or forged URL. */
const maxSessions = 5000

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Result of parsing a fragment. */
export type ParsedTransferCode =
  /** Six characters of each session: {@link resolveTransferCodes} finds their sessions. */
  | { kind: 'sessions'; codes: ReadonlySet<string> }
  /** Truncated, or not created by this app. */
  | { kind: 'damaged' }
  | { kind: 'empty' }

/** Encodes sessions as a fragment; the order of ids does not matter. */
export function encodeTransferCode(ids: Iterable<string>): string {
  const body = formatVersion + [...new Set([...ids].map(getCode))].toSorted().join('')
  return body + hash(body, checkLength)
}

/** Parses a fragment, with or without its `#`. Never throws. */
export function parseTransferCode(fragment: string): ParsedTransferCode {
  const text = fragment.replace(/^#/, '')
  if (text === '') return { kind: 'empty' }
  const body = text.slice(0, -checkLength)
  const codesLength = body.length - formatVersion.length
  const isValid =
    body.startsWith(formatVersion) &&
    codesLength > 0 &&
    codesLength % idLength === 0 &&
    codesLength <= maxSessions * idLength &&
    hash(body, checkLength) === text.slice(-checkLength)
  if (!isValid) return { kind: 'damaged' }
  const codes = new Set<string>()
  for (let start = formatVersion.length; start < body.length; start += idLength)
    codes.add(body.slice(start, start + idLength))
  return { kind: 'sessions', codes }
}

/** Finds the sessions of the codes in the programme's order, and counts the unknown codes. */
export function resolveTransferCodes(
  items: readonly ProgrammeItem[],
  codes: ReadonlySet<string>,
): { found: ProgrammeItem[]; unknown: number } {
  const matched = new Set<string>()
  const found = items.filter((item) => {
    const code = getCode(item.id)
    if (!codes.has(code)) return false
    matched.add(code)
    return true
  })
  return { found, unknown: codes.size - matched.size }
}

/** Returns the six characters of a session. */
const getCode = (id: string) => hash(id, idLength)

const fnvPrime = 0x100000001b3n
const fnvOffset = 0xcbf29ce484222325n

/**
 * FNV-1a with 64 bits, in URL-safe characters. High bits are folded into the low ones, which alone are used.
 * Not for secrets, only to distinguish ids. Devices with other versions of the app must compute the same.
 */
function hash(text: string, length: number): string {
  let state = fnvOffset
  for (const octet of new TextEncoder().encode(text))
    state = BigInt.asUintN(64, (state ^ BigInt(octet)) * fnvPrime)
  let remaining = state ^ (state >> 29n)
  let characters = ''
  for (let index = 0; index < length; index += 1) {
    characters += alphabet[Number(remaining & 63n)] ?? ''
    remaining >>= 6n
  }
  return characters
}

/** Returns the URL that receives starred sessions. They are in the fragment, which stays on the two devices. */
export function getTransferUrl(ids: Iterable<string>): string {
  return `${getPublicOrigin()}/agenda/take#${encodeTransferCode(ids)}`
}
