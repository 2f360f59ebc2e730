import type { Page } from '@playwright/test'
import { drawnRows, openConsole } from '../support/console.ts'
import { expect, test } from '../support/e2e.ts'

/** Pulls the rows down with a finger, from the given place. */
async function pull(page: Page): Promise<void> {
  const box = await drawnRows(page).nth(1).boundingBox()
  if (!box) throw new Error('no rows')
  const devtools = await page.context().newCDPSession(page)
  const x = box.x + box.width / 2
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x, y }] })
  await touch('touchStart', box.y)
  for (let moved = 20; moved <= 220; moved += 20) await touch('touchMove', box.y + moved)
  await touch('touchEnd')
}

test('a list is saved under a name, opened, named anew and removed, and is asked anew when it is pulled [231] @tablet', async ({
  page,
}) => {
  await openConsole(page, '/sessions?sorters=title:asc&q=茶歇')
  await expect(drawnRows(page).first()).toContainText('茶歇')
  await page.getByRole('button', { name: '我的列表' }).click()
  const sheet = page.getByRole('dialog', { name: '我的列表' })
  await sheet.getByRole('button', { name: '保存', exact: true }).click()
  await expect(sheet.getByRole('alert')).toHaveText('请填写名称。')
  await sheet.getByLabel('名称').fill('茶歇一览')
  await sheet.getByRole('button', { name: '保存', exact: true }).click()
  const chip = page.getByRole('button', { name: '茶歇一览', exact: true })
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  const saved = new URL(page.url()).search

  await page.goto('/console/sessions')
  await expect(chip).toHaveAttribute('aria-pressed', 'false')
  await expect(drawnRows(page).first()).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/front/query/sessions/')) asked.push(request.url())
  })
  await pull(page)
  await expect.poll(() => asked.length).toBeGreaterThan(0)

  await chip.click()
  await expect(drawnRows(page).first()).toContainText('茶歇')
  expect(new URLSearchParams(new URL(page.url()).search).get('q')).toBe(new URLSearchParams(saved).get('q'))
  await page.getByRole('button', { name: '我的列表' }).click()
  await sheet.getByRole('button', { name: '重命名“茶歇一览”' }).click()
  await sheet.getByLabel('名称').last().fill('休息')
  await sheet.getByRole('button', { name: '重命名', exact: true }).click()
  await expect(sheet.getByRole('button', { name: '休息', exact: true })).toBeVisible()
  await sheet.getByRole('button', { name: '删除“休息”' }).click()
  await sheet.getByRole('button', { name: '关闭' }).click()
  await expect(page.getByRole('button', { name: '休息', exact: true })).toHaveCount(0)
})
