import type { Page } from '@playwright/test'
import { menu, type MenuItem } from '../../src/app/layout/menu.ts'
import { expect } from './e2e.ts'

/** Selectors of the server's content on each page of the menu. */
const contents: Record<MenuItem['name'], string> = {
  home: 'a[href^="/article/view/"]',
  agenda: 'a[href^="/agenda/"]',
  news: 'a[href^="/article/view/"]',
  live: 'h3',
  show: 'li a[href^="/show/"]',
  download: 'li h3',
  suzhou: 'section h2',
}

/** The pages of the menu, and those that a visitor reaches from them. */
export const publicPages: readonly { path: string; shows: string }[] = [
  ...menu.map(({ name, to }) => ({ path: to, shows: contents[name] })),
  { path: '/qa', shows: 'details h2' },
  { path: '/agenda/storage-panel', shows: '#session-about' },
  { path: '/article/view/00018', shows: 'article p' },
]

/** Words of a language: a page without them is not in this language. */
const words = { 'zh-CN': /\p{Script=Han}{2}/u, en: /[A-Za-z]{3}/ } as const

/** Waits for the server's content in the language and returns the first of it. */
export async function readContent(page: Page, shows: string, locale: keyof typeof words): Promise<string> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Questions of users are in their own language, and those of other tests may come first.
  const first = page
    .getByRole('main')
    .locator(shows)
    .filter({ visible: true, hasText: words[locale] })
    .first()
  await expect(first).toBeVisible()
  return first.innerText()
}
