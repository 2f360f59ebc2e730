import { expect, type Locator, type Page } from '@playwright/test'
import type { ForumProcess } from './forum-process.ts'
import { callForum } from './people.ts'
import { zh } from './texts.ts'

/** Finds a row without a slot. */
export const request = (page: Page, name: string) => page.locator('[data-request]').filter({ hasText: name })

const day = (page: Page) => page.getByRole('group', { name: zh('console:board.days') })
const slot = (room: string, times: string) => zh('console:board.slot', { room, times })

/** Gets the pending meeting from the server. */
export const meeting = (forum: ForumProcess, token: string): Promise<Record<string, unknown>> =>
  callForum(forum, '/front/query/side_meetings/side-storage', { token })

/** Drags an element by touch: holds it until it is lifted, then moves it to a target. */
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

/**
 * Starts at the dashboard: places the meeting by two touches, undoes that, places it again, moves it by dragging, and
 * marks it as paid.
 */
export async function assignAndMarkPaid(page: Page, forum: ForumProcess, token: string): Promise<void> {
  const becomes = (field: string, value: string) =>
    expect.poll(async () => (await meeting(forum, token))[field], { timeout: 30_000 }).toBe(value)
  const card = page.getByRole('listitem').filter({ hasText: '待分配会议室的边会' })
  await card.getByRole('link', { name: zh('console:board.show') }).tap()
  await request(page, '长时储能圆桌会').tap()
  await day(page).getByText('9月7日').tap()
  const nine = page.getByRole('button', { name: slot('302会议室', '09:00–11:00') })
  await nine.tap()
  await expect(page.getByText('分配会议室 · 长时储能圆桌会')).toBeVisible()
  await page
    .locator('main footer')
    .getByRole('button', { name: zh('console:desk.undo') })
    .tap()
  await expect(request(page, '长时储能圆桌会')).toBeVisible()
  expect((await meeting(forum, token))['status']).toBe('submitted')
  await nine.tap()
  await becomes('status', 'assigned')
  expect(await meeting(forum, token)).toMatchObject({
    assigned_room: 'mr-302',
    assigned_date: '2023-09-07',
    assigned_start_time_at: '09:00',
    assigned_end_time_at: '11:00',
    amount: 13_000,
  })
  const block = page.locator('[data-block="side-storage"]')
  await expect(block).toContainText('13000')
  await drag(page, block, page.getByRole('button', { name: slot('303会议室', '10:00–12:00') }))
  await becomes('assigned_room', 'mr-303')
  await page.getByRole('button', { name: '确认收款' }).tap()
  await page.getByRole('dialog', { name: '确认收款' }).getByRole('button', { name: '确认收款' }).tap()
  await becomes('status', 'paid')
  await expect(block).toContainText('付款时间')
}

/** Expects the chosen day to be visible on a phone. */
export async function lookOnPhone(page: Page): Promise<void> {
  const opened = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.reload()
  await day(page).getByText('9月7日').tap()
  await page.reload()
  await expect(day(page).getByRole('button', { pressed: true })).toBeInViewport({ ratio: 1 })
  if (opened) await page.setViewportSize(opened)
}
