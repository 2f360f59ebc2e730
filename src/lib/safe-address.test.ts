import { expect, test } from 'vitest'
import { isSafeAddress } from './safe-address.ts'

test.each(['https://a.example', 'mailto:a@b.example', 'tel:+86', '/agenda', '#top'])(
  '%s may be a link',
  (address) => {
    expect(isSafeAddress(address)).toBe(true)
  },
)

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  '//other.example',
  '/\\other.example',
  7,
])('%s may not', (address) => {
  expect(isSafeAddress(address)).toBe(false)
})
