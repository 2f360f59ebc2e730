import { expect, it } from 'vitest'
import { toClientAddress } from '#server/http/limits.ts'
import { toNetwork } from './audit-log.ts'

it.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['not an address', 'unknown'],
])('%s is kept as its network', (address, network) => {
  expect(toNetwork(toClientAddress(address))).toBe(network)
})
