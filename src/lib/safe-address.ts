/** Addresses that open a page, a mail or a call, and nothing that runs. */
export function isSafeAddress(address: unknown): address is string {
  return typeof address === 'string' && /^(https?:|mailto:|tel:|\/(?![/\\])|#)/i.test(address)
}
