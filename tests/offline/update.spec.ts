import type { Page } from '@playwright/test'
import { bannerOf, deployNext, html, lookForUpdate } from './next-deploy.ts'
import { expect, show, test, visit } from './phone.ts'

/** A newer worker is there, whether the screen offers it or not. */
const untilFound = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state))
    .toBe('installed')

test('a new version is offered, waits, and comes when the person takes it [297]', async ({
  page,
  network,
  conduct,
}) => {
  await visit(page, '/agenda')
  deployNext(network)
  await lookForUpdate(page)
  await expect(bannerOf(page)).toBeVisible()
  // The worker waits as well: an active one would have thrown away the parts of the version on screen.
  await untilFound(page)
  await expect(html(page)).not.toHaveAttribute('data-build', 'next')
  await bannerOf(page).getByRole('button', { name: '立即更新' }).click()
  await expect(html(page)).toHaveAttribute('data-build', 'next')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(bannerOf(page)).toHaveCount(0)
  expect(conduct.errors).toEqual([])
})

test('a version found by an earlier start is offered again; putting it off keeps the page [297]', async ({
  page,
  network,
}) => {
  await visit(page, '/agenda')
  deployNext(network)
  await lookForUpdate(page)
  await expect(bannerOf(page)).toBeVisible()
  await page.reload()
  await expect(bannerOf(page)).toBeVisible()
  await bannerOf(page).getByRole('button', { name: '稍后' }).click()
  await expect(bannerOf(page)).toHaveCount(0)
  await expect(html(page)).not.toHaveAttribute('data-build', 'next')
})

test('a second tab is told that the version changed, and keeps what it shows', async ({
  page,
  context,
  network,
}) => {
  await visit(page, '/agenda')
  const second = await context.newPage()
  await visit(second, '/download')
  deployNext(network)
  await lookForUpdate(page)
  await bannerOf(page).getByRole('button', { name: '立即更新' }).click()
  await expect(html(page)).toHaveAttribute('data-build', 'next')
  await expect(bannerOf(second)).toBeVisible()
  await expect(html(second)).not.toHaveAttribute('data-build', 'next')
  await bannerOf(second).getByRole('button', { name: '立即更新' }).click()
  await expect(html(second)).toHaveAttribute('data-build', 'next')
})

test('a new version found while an article is read changes nothing of the page [297]', async ({
  page,
  network,
}) => {
  await visit(page, '/news')
  await page.locator('main a[href^="/article/view/"]').first().click()
  const text = page.locator('main article')
  await expect(text.locator('p').first()).toBeVisible()
  await page.setViewportSize({ width: 390, height: 400 })
  await page.evaluate(() => scrollTo(0, 200))
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
  const before = { words: await text.innerText(), place: await page.evaluate(() => scrollY) }
  deployNext(network)
  await lookForUpdate(page)
  await expect(bannerOf(page)).toBeVisible()
  expect({ words: await text.innerText(), place: await page.evaluate(() => scrollY) }).toEqual(before)
  await expect(html(page)).not.toHaveAttribute('data-build', 'next')
})

test('a new version is not offered over something typed; it is when the field is empty again [297]', async ({
  page,
  network,
}) => {
  await visit(page, '/user/login')
  await page.getByLabel('账号').fill('organiser')
  deployNext(network)
  await lookForUpdate(page)
  await untilFound(page)
  // Time for the banner to have come.
  await page.waitForTimeout(500)
  await expect(bannerOf(page)).toHaveCount(0)
  await page.getByLabel('账号').fill('')
  await expect(bannerOf(page)).toBeVisible()
})

test('a second tab goes along when nobody looks at it, unless something is typed in it [297]', async ({
  page,
  context,
  network,
}) => {
  await visit(page, '/agenda')
  const reading = await context.newPage()
  await visit(reading, '/download')
  const typing = await context.newPage()
  await visit(typing, '/user/login')
  await typing.getByLabel('账号').fill('organiser')
  deployNext(network)
  await lookForUpdate(page)
  await bannerOf(page).getByRole('button', { name: '立即更新' }).click()
  await expect(html(page)).toHaveAttribute('data-build', 'next')
  await expect(bannerOf(reading)).toBeVisible()
  await show(reading, 'hidden')
  await expect(html(reading)).toHaveAttribute('data-build', 'next')
  await expect(reading.getByRole('heading', { level: 1, name: '资料下载' })).toBeVisible()
  await show(typing, 'hidden')
  await show(typing, 'visible')
  await expect(typing.getByLabel('账号')).toHaveValue('organiser')
  await expect(html(typing)).not.toHaveAttribute('data-build', 'next')
})
