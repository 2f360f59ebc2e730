/** Providers that overlook dots in the name of a mailbox, and have a second domain for it. */
const dotlessDomains: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that an address leads to. Case, a tag behind a plus sign and, where the provider overlooks them, dots lead to
 * the same: else whoever varies them would have as many mails sent to it as they like.
 * @returns for counting only, never to send to; what is no address, as it is
 */
export function toMailbox(address: string): string {
  const at = address.lastIndexOf('@')
  if (at < 1) return address
  const name = address
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*$/, '')
  const domain = address
    .slice(at + 1)
    .toLowerCase()
    .replace(/\.$/, '')
  return dotlessDomains.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
