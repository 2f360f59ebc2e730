import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { tablet } from './support/media.ts'
import { openScreen } from './support/screen.tsx'

test.each([
  '/',
  '/agenda',
  '/agenda/storage-panel',
  '/news',
  '/article/view/20230801',
  '/live',
  '/show',
  '/download',
  '/suzhou',
  '/qa',
  '/search?q=hydrogen',
  '/install',
  '/register',
  '/user/login',
  '/nowhere',
  '/console',
])('%s is whole in English: no Chinese is left but names given in both [1, 43]', async (path) => {
  const console = { as: 'organiser', ...tablet } as const
  const { settle } = await openScreen(path, { locale: 'en', ...(path === '/console' && console) })
  await settle()
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  expect(listChinese()).toEqual([])
})

/** Chinese texts that do not stand in an element marked as being Chinese. */
function listChinese(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode
    if (/\p{Script=Han}/u.test(textContent ?? '') && !parentElement?.closest('[lang="zh-CN"]'))
      texts.push(textContent ?? '')
  }
  return texts
}
