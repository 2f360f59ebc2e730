import type { Locator, Page } from '@playwright/test'
import { sideMeetings } from '../../contract/modules/side-meetings.ts'
import { writeRows } from '../../server/engine/write-rows.ts'
import { sideMeetings as sampleMeetings } from '../../server/sample/side-meetings.ts'
import { openConsole } from '../support/console.ts'
import type { ForumProcess } from '../support/forum-process.ts'
import { besideForum } from '../support/participants.ts'
import { callForum, organiserToken } from '../support/people.ts'
import { test } from './own-forum.ts'
import { expect } from './phone.ts'

test.use({ viewport: { width: 1180, height: 820 }, isMobile: false })

const request = (page: Page, name: string) => page.locator('[data-request]').filter({ hasText: name })
const place = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const day = (page: Page, name: string) =>
  page.getByRole('group', { name: '日期' }).getByRole('button', { name })

/** Rests a finger on something until it is lifted, and carries it over to something else. */
async function drag(page: Page, what: Locator, where: Locator): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const touch = async (type: 'touchStart' | 'touchMove', at: Locator) => {
    const box = await at.boundingBox()
    if (!box) throw new Error('it is not on screen')
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + 20 }]
    await devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  await touch('touchStart', what)
  await expect(page.locator('[data-lifted]')).toBeVisible()
  await touch('touchMove', where)
  await expect(where).toHaveAttribute('data-over', 'true')
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devtools.detach()
}

/** Another meeting that wants the same. */
async function addRival(forum: ForumProcess): Promise<void> {
  const rival = sampleMeetings
    .filter(({ id }) => id === 'side-storage')
    .map((row) => ({ ...row, id: 'side-rival' }))
  await besideForum(forum, undefined, (db) =>
    db.transaction((trx) => writeRows(trx, sideMeetings, rival as never, { now: new Date() })),
  )
}

/** What the server holds of a meeting. */
const meeting = (forum: ForumProcess, token: string): Promise<Record<string, unknown>> =>
  callForum(forum, '/front/query/side_meetings/side-storage', { token })

test('a meeting is given its room by two touches, moved by dragging, taken back, and its payment is noted', async ({
  page,
  ownForum,
}) => {
  // Three times six seconds pass until something goes out.
  test.setTimeout(120_000)
  const token = await organiserToken(ownForum)
  await openConsole(page)
  const card = page.getByRole('listitem').filter({ hasText: '待分配会议室的边会' })
  await card.getByRole('link', { name: '会议室安排' }).tap()
  await request(page, '长时储能圆桌会').tap()
  // It wants nine o'clock on the sixth, and a room of the smallest size.
  const first = place(page, '301会议室').getByRole('button', { name: '301会议室，09:00–11:00' })
  await expect(first).toHaveAttribute('data-wanted', 'true')
  await expect(place(page, '210会议厅').getByRole('button')).toHaveCount(0)
  await expect(place(page, '210会议厅')).toContainText('不符合要求')
  // On the next day that time is taken there, and neighbouring times that would run into it are none.
  await day(page, '9月7日').tap()
  await expect(place(page, '301会议室')).toContainText('绿色金融闭门会')
  const free = place(page, '301会议室').locator('[data-slot]')
  await expect(free.first()).toHaveText('11:00')
  await place(page, '302会议室').getByRole('button', { name: '302会议室，09:00–11:00' }).tap()
  await expect(page.getByText('分配会议室 · 长时储能圆桌会')).toBeVisible()
  await page.locator('main footer').getByRole('button', { name: '撤销' }).tap()
  await expect(request(page, '长时储能圆桌会')).toBeVisible()
  expect((await meeting(ownForum, token))['status']).toBe('submitted')
  await place(page, '302会议室').getByRole('button', { name: '302会议室，09:00–11:00' }).tap()
  await expect
    .poll(async () => (await meeting(ownForum, token))['status'], { timeout: 30_000 })
    .toBe('assigned')
  expect(await meeting(ownForum, token)).toMatchObject({
    assigned_room: 'mr-302',
    assigned_date: '2023-09-07',
    assigned_start_time_at: '09:00',
    assigned_end_time_at: '11:00',
    amount: 13_000,
  })
  const block = page.locator('[data-block="side-storage"]')
  await expect(block).toContainText('13000')
  // Moved to another room and time.
  await drag(page, block, page.getByRole('button', { name: '303会议室，10:00–12:00' }))
  await expect
    .poll(async () => (await meeting(ownForum, token))['assigned_room'], { timeout: 30_000 })
    .toBe('mr-303')
  await page.getByRole('button', { name: '确认收款' }).tap()
  await page.getByRole('dialog', { name: '确认收款' }).getByRole('button', { name: '确认收款' }).tap()
  await expect.poll(async () => (await meeting(ownForum, token))['status'], { timeout: 30_000 }).toBe('paid')
  await expect(block).toContainText('付款时间')
  // On a phone it says the same in the same words, and the chosen day is in sight.
  const words = (await block.innerText()).split('\n').find((line) => line.includes('13000')) ?? ''
  await page.setViewportSize({ width: 320, height: 640 })
  await page.reload()
  await day(page, '9月7日').tap()
  await expect(block).toContainText(words)
  await page.reload()
  await expect(
    page.getByRole('group', { name: '日期' }).getByRole('button', { pressed: true }),
  ).toBeInViewport({ ratio: 1 })
})

test('by keys and upright: arrows go over the free times, and what somebody else took meanwhile is refused', async ({
  page,
  ownForum,
}) => {
  const token = await organiserToken(ownForum)
  await addRival(ownForum)
  await page.setViewportSize({ width: 820, height: 1180 })
  await openConsole(page, '/side_meetings?desk=board')
  await page.locator('[data-request="side-storage"]').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: '301会议室，09:00–11:00' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: '302会议室，09:00–11:00' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: '302会议室，09:30–11:30' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('分配会议室 · 长时储能圆桌会')).toBeVisible()
  await callForum(ownForum, '/front/action/side_meetings/assign', {
    token,
    body: {
      id: 'side-rival',
      assigned_room: 'mr-302',
      assigned_date: '2023-09-06',
      assigned_start_time_at: '10:00',
      assigned_end_time_at: '12:00',
    },
  })
  await expect(page.locator('[data-request="side-storage"]')).toContainText('未被接受', { timeout: 30_000 })
  await expect(page.getByText('该会议室在此时段已分配给其他会议。').first()).toBeVisible()
  expect((await meeting(ownForum, token))['status']).toBe('submitted')
})
