import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toSafeRedirect } from './safe-redirect.ts'

const own = 'https://forum.example'

describe('an address to go back to', () => {
  test.each([
    ['/', 'https://forum.example/'],
    ['/agenda?day=2023-09-06&q=%E9%A3%8E', 'https://forum.example/agenda?day=2023-09-06&q=%E9%A3%8E'],
    [
      'https://forum.example/user/login?redirectUrl=%2Fagenda',
      'https://forum.example/user/login?redirectUrl=%2Fagenda',
    ],
    ['https://FORUM.example:443/news#later', 'https://forum.example/news'],
    ['/x/..//evil.example', 'https://forum.example//evil.example'],
    ['/%2F%2Fevil.example', 'https://forum.example/%2F%2Fevil.example'],
  ])('%s is ours', (target, address) => {
    expect(toSafeRedirect(target, own)).toBe(address)
  })

  test.each([
    '',
    'agenda',
    '//evil.example/',
    '///evil.example/',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '\u0000//evil.example',
    ' https://evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https:forum.example.evil.example',
    'https://forum.example.evil.example/',
    'https://forum.example@evil.example/',
    'https://forum.example:pass@evil.example/',
    'https://user@forum.example/',
    'https://forum.example:8443/',
    'http://forum.example/',
    'https://forum。example.evil/',
    'https://fοrum.example/',
    'https://evil.example/?https://forum.example/',
    'https://evil.example/#https://forum.example/',
    'javascript:alert(1)',
    'javascript://forum.example/%0aalert(1)',
    'data:text/html,x',
    'blob:https://forum.example/1',
    'weixin://forum.example/',
    'https%3A%2F%2Fevil.example',
  ])('%j is not [73]', (target) => {
    expect(toSafeRedirect(target, own)).toBeUndefined()
  })

  test('one that is longer than any page of ours is not', () => {
    expect(toSafeRedirect(`/${'a'.repeat(2048)}`, own)).toBeUndefined()
  })

  const pieces = fc.constantFrom(
    '/',
    '//',
    '\\',
    '@',
    ':',
    '.',
    '..',
    '?',
    '#',
    '%2f',
    '%5c',
    '\t',
    '\n',
    ' ',
    '。',
    '／',
    '‥',
    ';',
    'https:',
    'http:',
    'javascript:',
    'blob:',
    'forum.example',
    'evil.example',
    'evil',
    '[::1]',
    ':443',
    ':8443',
    'a',
  )

  test('whatever is put together, a browser stays with us [82, T29]', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 8 }), (parts) => {
        const address = toSafeRedirect(parts.join(''), own)
        if (address === undefined) return
        // As a header of a response of the forum, and of one under another host name.
        for (const base of [own, 'http://other.example/x/']) {
          const reached = new URL(address, base)
          expect([reached.protocol, reached.host, reached.username]).toEqual(['https:', 'forum.example', ''])
        }
      }),
      { numRuns: 20_000 },
    )
  })

  test('a path of ours is found again with its query, whatever is in them', () => {
    const piece = fc.string({ maxLength: 6 }).map((text) => encodeURIComponent(text))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), fc.array(piece, { maxLength: 4 }), (path, query) => {
        const target = `/page/${path.join('/')}?${query.join('&')}`
        const { href } = new URL(target, own)
        expect([toSafeRedirect(target, own), toSafeRedirect(href, own)]).toEqual([href, href])
      }),
    )
  })
})
