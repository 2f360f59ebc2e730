import { expect, test } from '../support/e2e.ts'
import { goOffline, visit } from './phone.ts'

for (const path of [
  '/',
  '/agenda',
  '/agenda/storage-panel',
  '/news',
  '/article/view/00018',
  '/download',
  '/suzhou',
  '/live',
  '/show',
]) {
  test(`${path} that was never opened says that there is no network [296, T48]`, async ({ page }) => {
    await visit(page, '/user/login')
    await goOffline(page)
    await page.goto(path)
    await expect(page.getByText('当前没有网络')).toBeVisible()
  })
}
