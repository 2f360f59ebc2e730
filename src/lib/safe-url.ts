/** Addresses that open a page, a mail or a call, and nothing that runs. */
export function isSafeUrl(address: unknown): address is string {
  return typeof address === 'string' && /^(https?:|mailto:|tel:|\/(?![/\\])|#)/i.test(address)
}

/** True for the address of a web page, never `javascript:` and the like. */
export function isHttpUrl(address: unknown): address is string {
  if (typeof address !== 'string' || !URL.canParse(address)) return false
  return ['http:', 'https:'].includes(new URL(address).protocol)
}
