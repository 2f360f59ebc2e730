import { describe, expect, it } from 'vitest'
import { createTotpCode, createTotpSecret, findTotpStep, formatTotpUri } from './totp.ts'

/** `12345678901234567890`, the secret of RFC 6238, appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number): Date => new Date(seconds * 1000)

describe('time-based one-time passwords', () => {
  // The last six of the eight digits in appendix B.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are those of RFC 6238 at %d s', (seconds, code) => {
    expect(createTotpCode(secret, at(seconds))).toBe(code)
    expect(findTotpStep(secret, code, at(seconds))).toBe(Math.floor(seconds / 30))
  })

  it('are found one step early or late, with the step that they belong to, and no further away', () => {
    const steps = [-61, -31, -30, 0, 30, 59, 60].map((offset) =>
      findTotpStep(secret, '005924', at(1_234_567_890 + offset)),
    )
    const step = 41_152_263
    expect(steps).toEqual([undefined, undefined, step, step, step, step, undefined])
  })

  it.each(['', '00592', '0059244', '５９', '005 924', 'abcdef'])('are not %j', (typed) => {
    expect(findTotpStep(secret, typed, at(1_234_567_890))).toBeUndefined()
  })

  it('have a new secret of 160 bits each time, which an authenticator app can read', () => {
    const made = createTotpSecret()
    expect(made).toMatch(/^[A-Z2-7]{32}$/)
    expect(createTotpSecret()).not.toBe(made)
    expect(findTotpStep(made, createTotpCode(made, at(90)), at(90))).toBe(3)
    const uri = new URL(formatTotpUri(made, 'Energy Forum', 'a:b@forum.example'))
    expect([uri.host, decodeURIComponent(uri.pathname)]).toEqual(['totp', '/Energy Forum:a:b@forum.example'])
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: made,
      issuer: 'Energy Forum',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})
