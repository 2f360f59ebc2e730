import { expect, menuLink, test } from './phone.ts'

test.describe('before the worker has the app', () => {
  test.use({ serviceWorkers: 'block' })

  const lostPart = /\/assets\/download-[^/]*\.js/

  test('a part that cannot be loaded is told in words, after one reload, and comes when asked again', async ({
    page,
  }) => {
    await page.goto('/agenda')
    await expect(page.locator('main a[href^="/agenda/"]').first()).toBeVisible()
    let loads = 0
    page.on('load', () => (loads += 1))
    await page.route(lostPart, (route) => route.abort())
    await menuLink(page, '下载').click()
    await expect(page.getByText('这一页还没有保存到本机')).toBeVisible()
    expect(loads).toBe(1)
    await page.unroute(lostPart)
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '资料下载' })).toBeVisible()
  })

  test('without network nothing is reloaded: the page says that this part is not here yet', async ({
    page,
  }) => {
    await page.goto('/agenda')
    await expect(page.locator('main a[href^="/agenda/"]').first()).toBeVisible()
    await page.context().setOffline(true)
    await menuLink(page, '下载').click()
    await expect(page.getByText('这一页还没有保存到本机')).toBeVisible()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '资料下载' })).toBeVisible()
  })
})
