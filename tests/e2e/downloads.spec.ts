import { readFile } from 'node:fs/promises'
import { expect, test } from '../support/e2e.ts'

test('a document is saved under its Chinese name, whole', async ({ page, conduct }) => {
  await page.goto('/download')
  const card = page
    .getByRole('region', { name: '全部资料' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: '交通指南' }) })
  const coming = page.waitForEvent('download')
  await card.getByRole('button', { name: /^下载/ }).click()
  const download = await coming
  expect(download.suggestedFilename()).toBe('交通指南.pdf')
  const saved = await readFile(await download.path())
  const original = await readFile('server/sample/files/traffic-guide.pdf')
  expect(saved.equals(original)).toBe(true)
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('the documents of a category', async ({ page }) => {
  await page.goto('/download')
  await page.getByRole('button', { name: '媒体服务' }).click()
  const all = page.getByRole('region', { name: '全部资料' })
  await expect(all.getByRole('heading', { level: 3 })).toHaveText(['媒体资料包'])
  await expect(page.getByRole('region', { name: '热门资料' })).toBeHidden()
})

test('what is kept on the phone is listed there, opens under its address, and goes away again', async ({
  page,
}) => {
  await page.goto('/download')
  const card = page
    .getByRole('region', { name: '全部资料' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: '场馆示意图' }) })
  await card.getByRole('button', { name: /^存到本机/ }).click()
  const kept = page.getByRole('region', { name: /已存到本机/ })
  await expect(kept).toContainText('场馆示意图')
  await expect(card.getByText('已存到本机')).toBeVisible()
  await kept.getByRole('button', { name: '从本机删除“场馆示意图”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
  await expect(kept).toBeHidden()
})

test('a download that breaks off is told in words', async ({ page }) => {
  await page.goto('/download')
  await page.route('**/api/front/download/file/*', (route) => route.abort())
  await page.getByRole('button', { name: /^下载/ }).first().click()
  await expect(page.getByText('文件没有下载成功')).toBeVisible()
})
