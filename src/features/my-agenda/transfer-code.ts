import type { ProgrammeItem } from '#features/sessions'

/**
 * Starred sessions in an address's fragment, which no server sees: `1`, six characters for each session, four of a
 * check. Six characters are 36 bits of the id's hash: short enough for a code that a camera reads, and among 5,000
 * sessions two share one with a chance of 1 to 5,500. Who takes them over has the programme and finds the ids by it.
 */
const form = '1'
const idLength = 6
const checkLength = 4

/** The most sessions that a programme may have; more is no agenda of ours. */
const mostSessions = 5000

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** What a fragment turned out to be. */
export type ParsedTransferCode =
  | { kind: 'sessions'; codes: ReadonlySet<string> }
  /** Cut off, or never made by this app. */
  | { kind: 'damaged' }
  | { kind: 'empty' }

/** The fragment for sessions; the order of ids does not matter. */
export function encodeTransferCode(ids: Iterable<string>): string {
  const body = form + [...new Set([...ids].map(codeOf))].toSorted().join('')
  return body + hash(body, checkLength)
}

/** Reads a fragment, with or without its `#`. Never throws. */
export function parseTransferCode(fragment: string): ParsedTransferCode {
  const text = fragment.replace(/^#/, '')
  if (text === '') return { kind: 'empty' }
  const body = text.slice(0, -checkLength)
  const codesLength = body.length - form.length
  const isOurs =
    body.startsWith(form) &&
    codesLength > 0 &&
    codesLength % idLength === 0 &&
    codesLength <= mostSessions * idLength &&
    hash(body, checkLength) === text.slice(-checkLength)
  if (!isOurs) return { kind: 'damaged' }
  const codes = new Set<string>()
  for (let at = form.length; at < body.length; at += idLength) codes.add(body.slice(at, at + idLength))
  return { kind: 'sessions', codes }
}

/** The sessions that codes mean, in the programme's order, and how many codes mean none. */
export function resolveTransferCodes(
  items: readonly ProgrammeItem[],
  codes: ReadonlySet<string>,
): { found: ProgrammeItem[]; unknown: number } {
  const met = new Set<string>()
  const found = items.filter((item) => {
    const code = codeOf(item.id)
    if (!codes.has(code)) return false
    met.add(code)
    return true
  })
  return { found, unknown: codes.size - met.size }
}

const codeOf = (id: string) => hash(id, idLength)

const prime = 0x100000001b3n
const offset = 0xcbf29ce484222325n

/** FNV-1a of 64 bits, folded, as characters of an address. It need not keep secrets, only tell ids apart. */
function hash(text: string, length: number): string {
  let state = offset
  for (const octet of new TextEncoder().encode(text))
    state = BigInt.asUintN(64, (state ^ BigInt(octet)) * prime)
  let rest = state ^ (state >> 29n)
  let characters = ''
  for (let place = 0; place < length; place += 1) {
    characters += alphabet[Number(rest & 63n)] ?? ''
    rest >>= 6n
  }
  return characters
}
