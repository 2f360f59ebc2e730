import { describe, expect, it, test } from 'vitest'
import { isSafeUrl, isHttpUrl } from './urls.ts'

test.each(['https://a.example', 'mailto:a@b.example', 'tel:+86', '/agenda', '#top'])(
  '%s may be a link',
  (address) => {
    expect(isSafeUrl(address)).toBe(true)
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
  expect(isSafeUrl(address)).toBe(false)
})

describe('isWebAddress', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', '/agenda', '', null, 5])('refuses %j', (url) => {
    expect(isHttpUrl(url)).toBe(false)
  })

  it('takes a web address', () => {
    expect(isHttpUrl('https://example.org')).toBe(true)
  })
})
