import { describe, expect, test } from 'vitest'
import { isAppPage, isDownload, isHashedAsset } from './addresses.ts'

describe('the shell answers', () => {
  test.each(['/', '/agenda', '/agenda/s-12', '/article/view/007', '/user/center', '/console/modules/users'])(
    'the page %s',
    (path) => expect(isAppPage(path)).toBe(true),
  )

  test.each([
    '/api/front/query/sessions/all',
    '/api',
    '/v2/front/download/file/1',
    '/robots.txt',
    '/assets/x.js',
    '/livez',
    '/schedule.xml',
  ])('not %s', (path) => expect(isAppPage(path)).toBe(false))

  test('pages whose names only begin like the server’s', () => {
    expect(isAppPage('/apiary')).toBe(true)
    expect(isAppPage('/metricss/front')).toBe(true)
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
