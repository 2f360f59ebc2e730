/** Longer than any page's address with its query. */
const maxUrlCharacters = 2048

/**
 * An address to send a browser to, when it is a page of ours: a path, or a whole address of our own origin. It is parsed
 * as browsers do, and what was parsed is what is answered, so that no reader can take it for another host.
 * @param asked from the address bar, and so from anybody
 * @param publicUrl where people find the forum
 * @returns the whole address without its fragment; undefined when it is not ours
 */
export function toSafeRedirect(target: string, publicUrl: string): string | undefined {
  // Browsers drop control characters and take a backslash for a slash; no page of ours has either.
  if (target.length > maxUrlCharacters || /[\\\p{Cc}]/u.test(target)) return undefined
  const ownUrl = new URL(publicUrl)
  const isPath = /^\/(?!\/)/.test(target)
  const url = URL.parse(isPath ? ownUrl.origin + target : target)
  // A blob's origin is that of its maker, so the origin alone is not enough.
  if (url?.origin !== ownUrl.origin || url.protocol !== ownUrl.protocol) return undefined
  if (url.username || url.password) return undefined
  url.hash = ''
  return url.href
}
