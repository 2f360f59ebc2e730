/** What Chromium's browsers know of the connection; others do not say. */
interface Connection {
  saveData?: boolean
  effectiveType?: string
}

const slowTypes = new Set(['slow-2g', '2g', '3g'])

/**
 * True when more may be fetched than is asked for: the person does not save data, and the connection is not known to be
 * slow.
 */
export function canPrefetch(
  connection: Connection | undefined = (navigator as { connection?: Connection }).connection,
): boolean {
  return !connection?.saveData && !slowTypes.has(connection?.effectiveType ?? '')
}
