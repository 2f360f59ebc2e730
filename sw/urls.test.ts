import { describe, expect, test } from 'vitest'
import { isAppNavigation, isDownload, isHashedAsset, isCacheable } from './urls.ts'

describe('the shell answers', () => {
  test.each(['/', '/agenda', '/agenda/s-12', '/article/view/007', '/user/center', '/console/modules/users'])(
    'the page %s',
    (path) => expect(isAppNavigation(path)).toBe(true),
  )

  test.each([
    '/api/front/query/sessions/all',
    '/api',
    '/v2/front/download/file/1',
    '/robots.txt',
    '/assets/x.js',
    '/livez',
    '/schedule.xml',
  ])('not %s', (path) => expect(isAppNavigation(path)).toBe(false))

  test('pages whose names only begin like the server’s', () => {
    expect(isAppNavigation('/apiary')).toBe(true)
    expect(isAppNavigation('/metricss/front')).toBe(true)
  })
})

test('pinned files are looked for under download addresses only', () => {
  expect(isDownload('/api/front/download/file/a1b2')).toBe(true)
  expect(isDownload('/api/front/download/file/')).toBe(false)
  expect(isDownload('/api/front/query/documents/all')).toBe(false)
})

test('only hashed files of the build count as never changing', () => {
  expect(isHashedAsset('/assets/console-B3xK9_aZ.js')).toBe(true)
  expect(isHashedAsset('/assets/console.js')).toBe(false)
  expect(isHashedAsset('/sw.js')).toBe(false)
})

const nobody = { headers: new Headers() }
const image = {
  status: 200,
  type: 'basic',
  redirected: false,
  headers: new Headers({ 'cache-control': 'public' }),
} as const

test('a whole public answer of our own may be kept', () => {
  expect(isCacheable(nobody, image)).toBe(true)
})

test.each([
  ['opaque', { ...image, type: 'opaque', status: 0 } as const],
  ['of another origin', { ...image, type: 'cors' } as const],
  ['a part', { ...image, status: 206 }],
  ['a refusal', { ...image, status: 404 }],
  ['led elsewhere', { ...image, redirected: true }],
  ['private', { ...image, headers: new Headers({ 'cache-control': 'private, max-age=60' }) }],
  ['not to be stored', { ...image, headers: new Headers({ 'cache-control': 'no-store' }) }],
])('an answer that is %s is not kept', (_what, answer) => {
  expect(isCacheable(nobody, answer)).toBe(false)
})

test('what was asked for with a token is not kept [300]', () => {
  expect(isCacheable({ headers: new Headers({ authorization: 'token' }) }, image)).toBe(false)
})
