import { describe, expect, test } from 'vitest'
import {
  findLatestSnapshot,
  getSnapshotCacheName,
  parseSnapshotOwner,
  injectPageSnapshot,
  type PageSnapshot,
} from './page-snapshot.ts'

const look: PageSnapshot = {
  path: '/agenda',
  html: '<div class="x">Storage $& heat</div>',
  styles: ['/assets/frame-abcdefgh.css', '/assets/agenda-abcdefgh.css'],
  locale: 'en',
  widthPx: 390,
  atMs: 1000,
  untilMs: 5000,
}

describe('of the looks of a page', () => {
  test('the newest of today is shown', () => {
    const newer = { ...look, atMs: 2000 }
    expect(findLatestSnapshot([look, newer], 3000)).toBe(newer)
    expect(findLatestSnapshot([newer, look], 3000)).toBe(newer)
  })

  test('none of another day is, nor one that comes from the future', () => {
    expect(findLatestSnapshot([look], 5000)).toBeUndefined()
    expect(findLatestSnapshot([look], 999)).toBeUndefined()
    expect(findLatestSnapshot([look, { ...look, atMs: 4000 }], 3000)).toBe(look)
    expect(findLatestSnapshot([], 3000)).toBeUndefined()
  })
})

test('caches of looks are told by their names', () => {
  expect(parseSnapshotOwner(getSnapshotCacheName('public'))).toBe('public')
  expect(parseSnapshotOwner('pins:public')).toBeUndefined()
})

describe('a page that begins with a look', () => {
  const shell =
    '<!doctype html>\n<html lang="zh-CN" dir="ltr"><head><link rel="stylesheet" href="/assets/frame-abcdefgh.css"></head>' +
    '<body><div id="root"><p>failure</p></div></body></html>'
  const page = injectPageSnapshot(shell, look)

  test('has it where the app will draw itself, as it is, out of reach', () => {
    expect(page).toContain(
      `<div id="root"><div id="early-page" inert>${look.html}<i id="snapshot-end"></i></div><p>`,
    )
  })

  test('has the styles that the shell has not, and is painted in one piece', () => {
    expect(page.match(/rel="stylesheet"/g)).toHaveLength(2)
    expect(page).toMatch(
      /agenda-abcdefgh\.css"><link rel="expect" href="#snapshot-end" blocking="render"><\/head>/,
    )
  })

  test('has its styles in the head, whatever the look says: browsers write < and > in attributes as they are', () => {
    const html = '<p aria-label="</head>">heat</p>'
    const [head, body] = injectPageSnapshot(shell, { ...look, html }).split('<body>')
    expect(head).toContain('agenda-abcdefgh.css')
    expect(body).toContain(`inert>${html}<i id`)
  })

  test('says for whom it was drawn', () => {
    expect(page).toContain('<html data-early-locale="en" data-early-media="(width: 390px)" lang="zh-CN"')
  })
})
