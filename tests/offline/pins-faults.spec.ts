import type { Page } from '@playwright/test'
import { expect, goOffline, stopWorkers, test, visit } from './phone.ts'

const file = /\/front\/download\/file\//

const keep = (page: Page) => page.getByRole('button', { name: '存到本机' })
const onPhone = (page: Page) => page.getByRole('region', { name: /已存到本机/ })
/** A hot document stands in two lists. */
const progress = (page: Page) => page.getByRole('progressbar', { name: '正在存到本机' }).first()

/** A file that is kept is whole: it opens without network, with all its bytes. */
async function expectWhole(page: Page): Promise<void> {
  await goOffline(page)
  const opened = page.context().waitForEvent('page')
  await onPhone(page).getByRole('button').first().click()
  const tab = await opened
  await expect.poll(() => tab.evaluate(() => document.contentType)).toBe('application/pdf')
}

test('while a file comes its progress is shown, and no new version is offered', async ({ page, network }) => {
  await visit(page, '/download')
  network.fail(file, { kind: 'trickle', bytesPerSecond: 3_000 })
  network.fail(/^\/sw\.js$/, { kind: 'changed', change: (text) => `${text}\n// next` })
  await keep(page).first().click()
  await expect.poll(async () => Number(await progress(page).getAttribute('value'))).toBeGreaterThan(0)
  const share = Number(await progress(page).getAttribute('value'))
  expect(share).toBeLessThan(1)
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state))
    .toBe('installed')
  const banner = page.getByRole('complementary', { name: '有新版本' })
  // Time for the banner to have come.
  await page.waitForTimeout(500)
  await expect(progress(page)).toBeVisible()
  await expect(banner).toHaveCount(0)
  network.fail(file, { kind: 'none' })
  await expect(onPhone(page)).toBeVisible({ timeout: 30_000 })
  await expect(banner).toBeVisible()
})

test('a file that is cut short, though its answer says that it is whole, is refused', async ({
  page,
  network,
}) => {
  await visit(page, '/download')
  network.fail(file, { kind: 'changed', change: (text) => text.slice(0, 1000) })
  await keep(page).first().click()
  await expect(page.getByText('收到的文件不完整，没有保存，请重试。').first()).toBeVisible()
  await page.reload()
  await expect(keep(page).first()).toBeVisible()
  await expect(onPhone(page)).toHaveCount(0)
})

test('a file of the right size with a wrong byte is refused', async ({ page, context, forum }) => {
  await visit(page, '/download')
  await context.route('**/front/download/file/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    const body = Buffer.from(await (await fetch(forum.url + pathname)).arrayBuffer())
    body[500] = (body[500] ?? 0) ^ 1
    await route.fulfill({ status: 200, contentType: 'application/pdf', body })
  })
  await keep(page).first().click()
  await expect(page.getByText('收到的文件不完整，没有保存，请重试。').first()).toBeVisible()
  await expect(onPhone(page)).toHaveCount(0)
})

test('a transfer that breaks off says so, keeps nothing half, and goes on by itself where it ended', async ({
  page,
  network,
}) => {
  await page.clock.install()
  await visit(page, '/download')
  network.fail(file, { kind: 'break-off', bytes: 20_000 })
  await keep(page).first().click()
  await expect(page.getByText('网络中断，恢复后会自动继续。').first()).toBeVisible()
  await expect(onPhone(page)).toHaveCount(0)
  network.fail(file, { kind: 'none' })
  const rest = page.waitForResponse(file)
  await page.clock.fastForward(25_000)
  const answer = await rest
  expect(answer.status()).toBe(206)
  expect(await answer.headerValue('content-range')).toMatch(/^bytes [1-9]\d*-/)
  await expect(onPhone(page)).toBeVisible()
  await expect(page.getByText('网络中断，恢复后会自动继续。')).toHaveCount(0)
  await expectWhole(page)
})

test('a file that was asked for without network comes as soon as there is one', async ({ page, network }) => {
  await visit(page, '/download')
  network.fail(file, { kind: 'cut' })
  await keep(page).first().click()
  await expect(page.getByText('网络中断，恢复后会自动继续。').first()).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText('尚未存到本机，联网后可下载。').first()).toBeVisible()
  network.fail(file, { kind: 'none' })
  await page.context().setOffline(false)
  // The first try may come before the worker is told that there is a network.
  await expect(onPhone(page)).toBeVisible({ timeout: 30_000 })
})

test('a line that brings nothing more is given up, and the file can be asked for again', async ({
  page,
  network,
}) => {
  await page.clock.install()
  await visit(page, '/download')
  network.fail(file, { kind: 'stall' })
  await keep(page).first().click()
  await expect(progress(page)).toBeVisible()
  await page.clock.fastForward(21_000)
  await expect(page.getByText('网络中断，恢复后会自动继续。').first()).toBeVisible()
  network.fail(file, { kind: 'none' })
  await keep(page).first().click()
  await expect(onPhone(page)).toBeVisible()
})

test('a worker that is killed while a file passes through it costs no file', async ({ page, network }) => {
  await visit(page, '/download')
  network.fail(file, { kind: 'trickle', bytesPerSecond: 8_000 })
  await keep(page).first().click()
  await expect.poll(async () => Number(await progress(page).getAttribute('value'))).toBeGreaterThan(0)
  await stopWorkers(page)
  network.fail(file, { kind: 'none' })
  const isSettled = async () =>
    (await onPhone(page).count()) + (await page.getByText('网络中断，恢复后会自动继续。').count())
  await expect.poll(isSettled, { timeout: 30_000 }).toBeGreaterThan(0)
  if ((await onPhone(page).count()) === 0) await keep(page).first().click()
  await expect(onPhone(page)).toBeVisible()
  await expectWhole(page)
})

test('a phone without room says so; what was kept before stays [299]', async ({ page, baseURL }) => {
  await visit(page, '/download')
  await keep(page).first().click()
  await expect(onPhone(page)).toBeVisible()
  const devtools = await page.context().newCDPSession(page)
  const origin = baseURL ?? ''
  const { usage } = await devtools.send('Storage.getUsageAndQuota', { origin })
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + 2000 })
  await keep(page).first().click()
  await expect(page.getByText('本机存储空间不足，请先删除一些文件。').first()).toBeVisible()
  await expect(onPhone(page).getByRole('listitem')).toHaveCount(1)
  await devtools.detach()
  await expectWhole(page)
})
