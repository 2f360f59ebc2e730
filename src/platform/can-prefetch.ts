/** The Network Information API, which only Chromium has. */
interface Connection {
  saveData?: boolean
  effectiveType?: string
}

const slowTypes = new Set(['slow-2g', '2g', '3g'])

/**
 * Returns whether the app may fetch more than the user requested: data saving is off, and the connection is not known to
 * be slow.
 */
export function canPrefetch(
  connection: Connection | undefined = (navigator as { connection?: Connection }).connection,
): boolean {
  return !connection?.saveData && !slowTypes.has(connection?.effectiveType ?? '')
}
