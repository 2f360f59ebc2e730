import { isRedirect } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import { AccessDeniedError, type RouteGuard, type GuardResult } from '#platform/routing.ts'
import { guardWith, redirectTo } from './before-load.ts'

const says =
  (verdict: GuardResult): RouteGuard =>
  () =>
    verdict
const allow = says({ kind: 'allow' })
const refuse = says({ kind: 'refuse' })
const lead = says({ kind: 'redirect', to: '/user/login', search: { redirectUrl: '/console?a=1' } })

/** What comes of a visit under rules. */
const visit = (...rules: RouteGuard[]) =>
  guardWith(...rules)({ location: { href: '/console?a=1' } }).then(
    () => 'let in',
    (error: unknown) => error,
  )

describe('the slot for rules of access', () => {
  test('lets in where no rule stands against it', async () => {
    expect(await visit()).toBe('let in')
    expect(await visit(allow, async () => ({ kind: 'allow' }))).toBe('let in')
  })

  test('refuses with an error of its own, which the page is told by', async () => {
    expect(await visit(allow, refuse)).toBeInstanceOf(AccessDeniedError)
  })

  test('leads elsewhere in place of the address', async () => {
    const outcome = await visit(lead)
    expect(isRedirect(outcome)).toBe(true)
    expect(outcome).toMatchObject({
      options: { to: '/user/login', search: { redirectUrl: '/console?a=1' }, replace: true },
    })
  })

  test('goes by the first rule that does not allow the visit [15]', async () => {
    expect(isRedirect(await visit(lead, refuse))).toBe(true)
    expect(await visit(refuse, lead)).toBeInstanceOf(AccessDeniedError)
  })

  test('tells each rule the address', async () => {
    const heard: string[] = []
    await visit(({ href }) => {
      heard.push(href)
      return { kind: 'allow' }
    })
    expect(heard).toEqual(['/console?a=1'])
  })
})

/** What the router is told when an address is opened that leads to another one. */
function redirect(searchStr: string, hash: string): unknown {
  try {
    return redirectTo('/user/login')({ location: { searchStr, hash } })
  } catch (thrown) {
    return thrown
  }
}

test.each([
  ['', '', '/user/login'],
  ['?redirectUrl=%2Fagenda%3Fq%3Da%2520b', '', '/user/login?redirectUrl=%2Fagenda%3Fq%3Da%2520b'],
  ['?goBack=true', 'top', '/user/login?goBack=true#top'],
])('an address with the query "%s" and the fragment "%s" leads to %s, in its place', (search, hash, href) => {
  const thrown = redirect(search, hash)
  expect(isRedirect(thrown)).toBe(true)
  expect(thrown).toMatchObject({ options: { href, replace: true } })
})
