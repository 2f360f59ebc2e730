/** Groups of an IPv6 address that name a site: the /48 that providers give to a customer (RFC 6177). */
const siteGroups = 3
/** Octets of an IPv4 address that name a network; the last one names a device. */
const networkOctets = 3

/**
 * The network of an address: an audit row stays for ever and must not name a person's device.
 * @param address IPv4, or IPv6, whole or a /64 block
 */
export function toNetwork(address: string): string {
  if (address.includes(':')) return `${address.split(':').slice(0, siteGroups).join(':')}::/48`
  const octets = address.split('.')
  return octets.length === 4 ? `${octets.slice(0, networkOctets).join('.')}.0/24` : 'unknown'
}
