import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'

/** Pulls the list with a finger, step by step, and lets go. */
async function pullDown(page: Page, byPx: number): Promise<void> {
  const box = await page.locator('main article, main li a[href^="/article/view/"]').first().boundingBox()
  if (!box) throw new Error('no list')
  const devtools = await page.context().newCDPSession(page)
  const x = box.x + box.width / 2
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x, y }] })
  await touch('touchStart', box.y + 10)
  for (let moved = 20; moved <= byPx; moved += 20) await touch('touchMove', box.y + 10 + moved)
  await touch('touchEnd')
}

test('a list that is pulled down asks the server again, one that is hardly pulled does not @phone', async ({
  page,
  conduct,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    // The texts of news are fetched in idle moments.
    if (/query\/informations(?!.*body)/.test(request.url())) asked.push(request.url())
  })
  await page.goto('/news')
  await expect(page.locator('#early-page')).toHaveCount(0)
  await page.locator('main li a[href^="/article/view/"]').first().waitFor()
  expect(asked).toHaveLength(0)
  await pullDown(page, 80)
  await pullDown(page, 200)
  await expect.poll(() => asked.length).toBe(1)
  await expect(page.getByRole('status').filter({ hasText: '刷新' })).toHaveCount(0)
  expect(conduct.errors).toEqual([])
})
