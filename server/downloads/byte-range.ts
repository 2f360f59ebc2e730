/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Reads a `Range` header of one range: `bytes=0-99`, `bytes=100-` or `bytes=-50`.
 * @returns `all` when there is none, or none that we serve (RFC 9110 lets a server ignore what it does not know);
 * `unsatisfiable` when it lies outside of the file
 */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'all' | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match) return 'all'
  const [, first = '', last = ''] = match
  if (first === '') return last === '' ? 'all' : suffixRange(Number(last), sizeBytes)
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'all'
  if (start >= sizeBytes) return 'unsatisfiable'
  return { start, end: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) }
}

function suffixRange(length: number, sizeBytes: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || sizeBytes === 0) return 'unsatisfiable'
  return { start: Math.max(0, sizeBytes - length), end: sizeBytes - 1 }
}
