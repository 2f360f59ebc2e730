import { expect, test } from 'vitest'
import { forumSetting } from '#contract/forum.ts'
import { renderLinkedData, injectPageHead } from '#server/http/pages/page-html.ts'
import { createPublicUrls } from './public-urls.ts'
import { createHead } from './make-head.ts'

const shell = '<html lang="zh-CN"><head><title>Shell</title>'

function headAt(publicUrl: string): string {
  const parts = { path: '/agenda', title: 'Agenda', description: 'All of it' }
  const head = createHead(createPublicUrls(publicUrl, '/api'), forumSetting, 'en', parts)
  return injectPageHead(shell, head) + renderLinkedData(head)
}

test('a page names its one address and those of its languages', () => {
  const html = headAt('https://forum.example')
  expect(html).toContain('<link rel="canonical" href="https://forum.example/agenda?lang=en"')
  expect(html).toContain('<link rel="alternate" href="https://forum.example/agenda" hreflang="zh-CN"')
  expect(html).not.toContain('noindex')
})

test('where nobody named the forum’s address a page names none, since search engines take no part of one; it may be listed', () => {
  const html = headAt('')
  expect(html).not.toMatch(/rel="(canonical|alternate)"|og:url|noindex/)
  expect(html).toContain('property="og:title" content="Agenda')
})
