import type { Locator, Page } from '@playwright/test'
import { drawnRows } from '../support/console.ts'
import { meeting } from '../support/console-board.ts'
import { counted, countSpeakers } from '../support/console-import.ts'
import { counter, countStates, decision, placeIn } from '../support/console-desk.ts'
import { field, inLanguage, save } from '../support/console-form.ts'
import { expect } from '../support/e2e.ts'
import { organiserPassword } from '../support/forum-process.ts'
import { test } from '../support/own-forum.ts'
import { callForum } from '../support/people.ts'
import { watchPointers } from '../support/pointers.ts'
import { zh } from '../support/texts.ts'
import { untilDrawn } from '../support/until-drawn.ts'

/** Goes on by the key until that has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 120; step += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((each) => each === document.activeElement)) break
  }
  await expect(target).toBeFocused()
}

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
  await expect(page.getByRole('heading', { level: 1, name: zh('sign-in:signIn.title') })).toBeVisible()
  await tabTo(page, page.getByLabel(zh('sign-in:signIn.name'), { exact: true }))
  await page.keyboard.type('organiser')
  await tabTo(page, page.getByLabel(zh('sign-in:signIn.password'), { exact: true }))
  await page.keyboard.type(organiserPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: zh('console:today.title') })).toBeVisible()

  await enter(page, link('会场'))
  await enter(page, drawnRows(page).first().getByRole('link').first())
  await expect(page).toHaveURL(/\/rooms\//)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await enter(page, link(zh('console:record.edit')))
  await tabTo(page, inLanguage(field(page, '名称'), 'zh-CN'))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('新厅')
  await enter(page, save(page))
  await expect(page.getByRole('heading', { level: 2, name: '新厅' })).toBeVisible()
  // A sheet that is left by its own button gives the focus back.
  await enter(page, button(zh('console:delete.title')))
  await enter(page, page.getByRole('dialog').getByRole('button', { name: zh('console:action.cancel') }))
  await expect(button(zh('console:delete.title'))).toBeFocused()
  const room = await callForum<object>(own, `/front/query/rooms/${id}`, { token })
  expect(room).toMatchObject({ name: { 'zh-CN': '新厅' }, version: 2 })

  const before = await countStates(own, token)
  await enter(page, link(zh('console:nav.today')))
  const waiting = page.getByRole('listitem').filter({ hasText: '待审核的参会报名' })
  await enter(page, waiting.getByRole('link', { name: zh('console:desk.review') }))
  await expect(counter(page)).toHaveText(placeIn(1, 2))
  await enter(page, decision(page, '通过'))
  await expect(counter(page)).toHaveText(placeIn(2, 2))
  // The same by single keys: taken back, and done again.
  await page.keyboard.press('z')
  await expect(counter(page)).toHaveText(placeIn(1, 2))
  const decisions = page.locator('main footer [aria-keyshortcuts]')
  const key = await decisions.filter({ hasText: /^\d?通过$/ }).getAttribute('aria-keyshortcuts')
  await page.keyboard.press(key ?? '')
  await expect(counter(page)).toHaveText(placeIn(2, 2))

  await enter(page, link(zh('console:nav.today')))
  const unplaced = page.getByRole('listitem').filter({ hasText: '待分配会议室的边会' })
  await enter(page, unplaced.getByRole('link', { name: zh('console:board.show') }))
  await enter(page, page.locator('[data-request="side-storage"]'))
  await expect(button(zh('console:board.slot', { room: '301会议室', times: '09:00–11:00' }))).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByText('分配会议室 · 长时储能圆桌会')).toBeVisible()

  const speakers = await countSpeakers(own, token)
  await enter(page, link('嘉宾'))
  await enter(page, link(zh('console:list.import')))
  const chooser = page.waitForEvent('filechooser')
  await enter(page, page.locator('main input[type=file]'))
  const text = '姓名（中文）,姓名（英文）\n王小明,Wang Xiaoming\n'
  const file = { name: '名单.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await (await chooser).setFiles(file)
  await expect(counted(page, 'created')).toHaveText('1')
  await enter(page, button(zh('console-import:act.commit', { count: 1 })))
  await expect(page.getByText(zh('console-import:done.created', { count: 1 }))).toBeVisible()
  expect(await countSpeakers(own, token)).toBe(speakers + 1)
  // A question takes the focus; Escape says no, and gives it back, too.
  const undo = zh('console-import:act.undo')
  const question = page.getByRole('dialog')
  await enter(page, button(undo))
  await expect(question.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(button(undo)).toBeFocused()
  await page.keyboard.press('Enter')
  await enter(page, question.getByRole('button', { name: undo }))
  await expect(page.getByRole('heading', { name: zh('console-import:undone.title') })).toBeVisible()
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
