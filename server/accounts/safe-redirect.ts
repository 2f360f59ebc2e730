/** Longer than any page's address with its query. */
const longestAddress = 2048

/**
 * An address to send a browser to, when it is a page of ours: a path, or a whole address of our own origin. It is parsed
 * as browsers do, and what was parsed is what is answered, so that no reader can take it for another host.
 * @param asked from the address bar, and so from anybody
 * @param publicUrl where people find the forum
 * @returns the whole address without its fragment; undefined when it is not ours
 */
export function toSafeRedirect(asked: string, publicUrl: string): string | undefined {
  // Browsers drop control characters and take a backslash for a slash; no page of ours has either.
  if (asked.length > longestAddress || /[\\\p{Cc}]/u.test(asked)) return undefined
  const own = new URL(publicUrl)
  const isPath = /^\/(?!\/)/.test(asked)
  const address = URL.parse(isPath ? own.origin + asked : asked)
  // A blob's origin is that of its maker, so the origin alone is not enough.
  if (address?.origin !== own.origin || address.protocol !== own.protocol) return undefined
  if (address.username || address.password) return undefined
  address.hash = ''
  return address.href
}
