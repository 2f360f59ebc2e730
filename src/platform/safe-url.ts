/** Returns whether a URL opens a page, a mail or a call, and cannot run code. */
export function isSafeUrl(address: unknown): address is string {
  return typeof address === 'string' && /^(https?:|mailto:|tel:|\/(?![/\\])|#)/i.test(address)
}

/** Returns whether a URL is a web page, and not `javascript:` or the like. */
export function isHttpUrl(address: unknown): address is string {
  if (typeof address !== 'string' || !URL.canParse(address)) return false
  return ['http:', 'https:'].includes(new URL(address).protocol)
}
