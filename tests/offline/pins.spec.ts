import { createHash } from 'node:crypto'
import { expect, test } from '../support/e2e.ts'
import { goOffline, ownErrors, untilSaved, visit } from './phone.ts'

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
      bytes: [...new Uint8Array(await whole.arrayBuffer())],
      partStatus: part.status,
      part: await part.text(),
    }
  }, tab.url())
  expect(file).toMatchObject({ type: 'application/pdf', partStatus: 206, part: '%PDF-' })
  expect(createHash('sha256').update(Uint8Array.from(file.bytes)).digest('hex')).toHaveLength(64)
  expect(ownErrors(conduct.errors)).toEqual([])
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
  await expect(phone).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(phone).toHaveCount(0)
})
