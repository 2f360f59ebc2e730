/** Longer than the URL of any page with its query. */
const maxUrlCharacters = 2048

/**
 * Resolves a redirect target that must be a page of this forum: a path or a URL of its own origin. It is parsed as
 * browsers do, and the parsed URL is returned, so no reader can take it for another host.
 * @param target value from the address bar, which anybody can set
 * @param publicUrl public URL of the forum
 * @returns the URL without its fragment; undefined when it is foreign
 */
export function toSafeRedirect(target: string, publicUrl: string): string | undefined {
  // Browsers drop control characters and read a backslash as a slash; no page of the forum has either.
  if (target.length > maxUrlCharacters || /[\\\p{Cc}]/u.test(target)) return undefined
  const ownUrl = new URL(publicUrl)
  // One slash: `//evil.example` would be another host.
  const isPath = /^\/(?!\/)/.test(target)
  const url = URL.parse(isPath ? ownUrl.origin + target : target)
  // A blob URL has the origin of its creator, so the origin alone is not enough.
  if (url?.origin !== ownUrl.origin || url.protocol !== ownUrl.protocol) return undefined
  if (url.username || url.password) return undefined
  // The caller adds a fragment of its own.
  url.hash = ''
  return url.href
}
