import type { Locator, Page } from '@playwright/test'
import { drawnRows } from '../support/console.ts'
import { meeting } from '../support/console-board.ts'
import { counted, countSpeakers } from '../support/console-import.ts'
import { counter, countStates, decision } from '../support/console-desk.ts'
import { field, inLanguage, save } from '../support/console-form.ts'
import { expect } from '../support/e2e.ts'
import { organiserPassword } from '../support/forum-process.ts'
import { tabTo } from '../support/keyboard-walk.ts'
import { test } from '../support/own-forum.ts'
import { callForum } from '../support/people.ts'
import { watchPointers } from '../support/pointers.ts'
import { untilDrawn } from '../support/until-drawn.ts'

/** Goes on by the key to what is to be pressed, and presses it. */
async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

test('an organiser’s work by keys alone: sign-in, a record, a decision, a room, an import and its way back [303] @tablet', async ({
  page,
  own,
  token,
}) => {
  test.setTimeout(180_000)
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const pointers = await watchPointers(page)
  await page.goto('/console')
  await untilDrawn(page)
  await expect(page.getByRole('heading', { level: 1, name: '登录' })).toBeVisible()
  await tabTo(page, page.getByLabel('账号', { exact: true }))
  await page.keyboard.type('organiser')
  await tabTo(page, page.getByLabel('密码', { exact: true }))
  await page.keyboard.type(organiserPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '今日待办' })).toBeVisible()

  await enter(page, link('会场'))
  await enter(page, drawnRows(page).first().getByRole('link').first())
  await expect(page).toHaveURL(/\/rooms\//)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await enter(page, link('编辑'))
  await tabTo(page, inLanguage(field(page, '名称'), 'zh-CN'))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('新厅')
  await enter(page, save(page))
  await expect(page.getByRole('heading', { level: 2, name: '新厅' })).toBeVisible()
  // A sheet that is left by its own button gives the focus back.
  await enter(page, button('删除'))
  await enter(page, page.getByRole('dialog').getByRole('button', { name: '取消' }))
  await expect(button('删除')).toBeFocused()
  const room = await callForum<object>(own, `/front/query/rooms/${id}`, { token })
  expect(room).toMatchObject({ name: { 'zh-CN': '新厅' }, version: 2 })

  const before = await countStates(own, token)
  await enter(page, link('今日待办'))
  const waiting = page.getByRole('listitem').filter({ hasText: '待审核的参会报名' })
  await enter(page, waiting.getByRole('link', { name: '逐条处理' }))
  await expect(counter(page)).toHaveText('第 1 条，共 2 条')
  await enter(page, decision(page, '通过'))
  await expect(counter(page)).toHaveText('第 2 条，共 2 条')
  // The same by single keys: taken back, and done again.
  await page.keyboard.press('z')
  await expect(counter(page)).toHaveText('第 1 条，共 2 条')
  const decisions = page.locator('main footer [aria-keyshortcuts]')
  const key = await decisions.filter({ hasText: /^\d?通过$/ }).getAttribute('aria-keyshortcuts')
  await page.keyboard.press(key ?? '')
  await expect(counter(page)).toHaveText('第 2 条，共 2 条')

  await enter(page, link('今日待办'))
  const unplaced = page.getByRole('listitem').filter({ hasText: '待分配会议室的边会' })
  await enter(page, unplaced.getByRole('link', { name: '会议室安排' }))
  await enter(page, page.locator('[data-request="side-storage"]'))
  await expect(button('301会议室，09:00–11:00')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByText('分配会议室 · 长时储能圆桌会')).toBeVisible()

  const speakers = await countSpeakers(own, token)
  await enter(page, link('嘉宾'))
  await enter(page, link('导入'))
  const chooser = page.waitForEvent('filechooser')
  await enter(page, page.getByLabel(/^选择/))
  const text = '姓名（中文）,姓名（英文）\n王小明,Wang Xiaoming\n'
  const file = { name: '名单.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await (await chooser).setFiles(file)
  await expect(counted(page, '新增')).toHaveText('1')
  await enter(page, button('导入 1 行'))
  await expect(page.getByText('新增 1 条')).toBeVisible()
  expect(await countSpeakers(own, token)).toBe(speakers + 1)
  // A question takes the focus; Escape says no, and gives it back, too.
  const question = page.getByRole('dialog')
  await enter(page, button('撤销导入'))
  await expect(question.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(button('撤销导入')).toBeFocused()
  await page.keyboard.press('Enter')
  await enter(page, question.getByRole('button', { name: '撤销导入' }))
  await expect(page.getByRole('heading', { name: '导入已撤销' })).toBeVisible()
  expect(await countSpeakers(own, token)).toBe(speakers)

  // What was decided and placed has gone out meanwhile.
  const settled = { timeout: 30_000 }
  await expect
    .poll(async () => (await countStates(own, token))['approved'], settled)
    .toBe((before['approved'] ?? 0) + 1)
  await expect
    .poll(() => meeting(own, token), settled)
    .toMatchObject({ status: 'assigned', assigned_room: 'mr-302', assigned_start_time_at: '09:00' })
  expect([pointers.taps(), pointers.hasMouse()]).toEqual([0, false])
})
