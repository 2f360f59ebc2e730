import { isRedirect } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { redirectTo } from './redirect-to.ts'

/** What the router is told when an address is opened that leads to another one. */
function lead(searchStr: string, hash: string): unknown {
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
  const thrown = lead(search, hash)
  expect(isRedirect(thrown)).toBe(true)
  expect(thrown).toMatchObject({ options: { href, replace: true } })
})
