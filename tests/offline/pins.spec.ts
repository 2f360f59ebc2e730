import { expect, goOffline, test, untilSaved, visit } from './phone.ts'

test('a pinned PDF opens without network, whole and in parts', async ({ page, conduct }) => {
  await visit(page, '/download')
  const card = page.getByRole('listitem').filter({ hasText: 'PDF' }).first()
  const keep = card.getByRole('button', { name: '存到本机' })
  await keep.click()
  const phone = page.getByRole('region', { name: /已存到本机/ })
  await expect(phone).toBeVisible()
  await untilSaved(page, 'documents')
  await goOffline(page)
  await page.reload()
  await expect(page.getByText('尚未存到本机，联网后可下载。').first()).toBeVisible()
  const opened = page.context().waitForEvent('page')
  await phone.getByRole('button').first().click()
  const tab = await opened
  await expect.poll(() => tab.url()).toContain('/front/download/file/')
  const file = await page.evaluate(async (address) => {
    const whole = await fetch(address)
    const part = await fetch(address, { headers: { Range: 'bytes=0-4' } })
    return {
      type: whole.headers.get('content-type'),
      isWhole: (await whole.arrayBuffer()).byteLength > 1000,
      partStatus: part.status,
      part: await part.text(),
    }
  }, tab.url())
  expect(file).toEqual({ type: 'application/pdf', isWhole: true, partStatus: 206, part: '%PDF-' })
  expect(conduct.errors).toEqual([])
})

test('a file that arrives damaged is not kept, and the screen says so', async ({ page, context }) => {
  await visit(page, '/download')
  await context.route('**/front/download/file/**', (route) =>
    route.fulfill({ status: 200, contentType: 'application/pdf', body: '<html>Sign in to the hotel</html>' }),
  )
  await page.getByRole('button', { name: '存到本机' }).first().click()
  await expect(page.getByText('收到的文件不完整，没有保存，请重试。').first()).toBeVisible()
  await expect(page.getByRole('region', { name: /已存到本机/ })).toHaveCount(0)
})

test('a kept file can be taken off the phone again', async ({ page }) => {
  await visit(page, '/download')
  await page.getByRole('button', { name: '存到本机' }).first().click()
  const phone = page.getByRole('region', { name: /已存到本机/ })
  await phone.getByRole('button', { name: /从本机删除/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '保留' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(phone).toHaveCount(1)
  await phone.getByRole('button', { name: /从本机删除/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
  await expect(phone).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(phone).toHaveCount(0)
})

test('a phone without room for a file says so and keeps nothing of it', async ({ page, baseURL }) => {
  await visit(page, '/download')
  const devtools = await page.context().newCDPSession(page)
  const { usage } = await devtools.send('Storage.getUsageAndQuota', { origin: baseURL ?? '' })
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: baseURL ?? '', quotaSize: usage + 2000 })
  await page.getByRole('button', { name: '存到本机' }).first().click()
  await expect(page.getByText('本机存储空间不足，请先删除一些文件。').first()).toBeVisible()
  await expect(page.getByRole('region', { name: /已存到本机/ })).toHaveCount(0)
})
