/**
 * Returns whether a URL may be the target of a link: a page (also one of this app), a mail or a call. `javascript:` and
 * other hosts without a scheme (`//host`) are not. For links to other sites only, use {@link isHttpUrl}.
 */
export function isSafeUrl(address: unknown): address is string {
  return typeof address === 'string' && /^(https?:|mailto:|tel:|\/(?![/\\])|#)/i.test(address)
}

/** Returns whether a URL is a complete address of a web page, with its scheme. */
export function isHttpUrl(address: unknown): address is string {
  if (typeof address !== 'string' || !URL.canParse(address)) return false
  return ['http:', 'https:'].includes(new URL(address).protocol)
}

/**
 * Returns the public origin of the forum, such as `https://forum.example`: the operator's setting, or else this page's
 * origin. For everything that leaves the device: QR codes, links, calendar files.
 */
export function getPublicOrigin(): string {
  const configuredUrl = document.querySelector<HTMLMetaElement>('meta[name="public-url"]')?.content
  return configuredUrl ? new URL(configuredUrl).origin : location.origin
}
