import type { Page } from '@playwright/test'
import { menu, type MenuItem } from '../../src/app/layout/menu.ts'
import { expect } from './e2e.ts'

/** What of each page of the menu comes from the server: its cards, questions or parts. */
const contents: Record<MenuItem['name'], string> = {
  home: 'a[href^="/article/view/"]',
  agenda: 'a[href^="/agenda/"]',
  news: 'a[href^="/article/view/"]',
  live: 'h3',
  show: 'li a[href^="/show/"]',
  download: 'li h3',
  suzhou: 'section h2',
}

/** The pages of the menu and, after them, those that a visitor comes to from there. */
export const publicPages: readonly { path: string; shows: string }[] = [
  ...menu.map(({ name, to }) => ({ path: to, shows: contents[name] })),
  { path: '/qa', shows: 'details h2' },
  { path: '/agenda/storage-panel', shows: '#session-about' },
  { path: '/article/view/00018', shows: 'article p' },
]

/** Words of a language: a page that shows none of them is not written in it. */
const words = { 'zh-CN': /\p{Script=Han}{2}/u, en: /[A-Za-z]{3}/ } as const

/** Waits for what the page shows of the server's content, in the language, and answers the first of it. */
export async function readContent(page: Page, shows: string, locale: keyof typeof words): Promise<string> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // What people ask is in the language they ask in: other tests' questions may stand before.
  const first = page
    .getByRole('main')
    .locator(shows)
    .filter({ visible: true, hasText: words[locale] })
    .first()
  await expect(first).toBeVisible()
  return first.innerText()
}
