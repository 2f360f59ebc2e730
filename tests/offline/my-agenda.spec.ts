import { saveCalendarBy } from '../support/calendar-files.ts'
import { putSessions } from '../support/put-sessions.ts'
import { readStars, star } from '../support/stars.ts'
import { test } from './own-forum.ts'
import { expect, goOffline, minutesLater, visitAgenda } from './phone.ts'

const panel = 'storage-panel'

test('without network my agenda goes into a calendar file, and onto another device [293]', async ({
  page,
  conduct,
}) => {
  await star(page, [panel, 'wind-solar-panel'])
  await visitAgenda(page)
  await goOffline(page)
  await page.goto('/agenda?mine=true')
  const add = page.getByRole('button', { name: '加入日历' })
  const { events, text } = await saveCalendarBy(page, () => add.click())
  expect(events.map((event) => event.uid.split('@')[0] ?? '').toSorted()).toEqual([panel, 'wind-solar-panel'])
  expect(events[0]?.zone).toBe('Asia/Shanghai')
  expect(text).toContain('SUMMARY:圆桌对话')

  await page.getByRole('button', { name: '传到其他设备' }).click()
  await expect(page.getByRole('img', { name: '含 2 场收藏的二维码' })).toBeVisible()
  expect(conduct.errors).toEqual([])
})

test('without network the stars of another device are taken over [294, 299]', async ({ page }) => {
  await star(page, ['opening-ceremony'])
  await visitAgenda(page)
  await page.goto('/agenda?mine=true')
  // The address that this device would hand on, for a device that has seen nothing but the agenda.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'share', {
      value: ({ url }: { url: string }) => Promise.resolve(void (document.title = url)),
    })
  })
  await page.getByRole('button', { name: '传到其他设备' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '分享' }).click()
  await expect(page).toHaveTitle(/\/agenda\/take#1/)
  const link = new URL(await page.title())
  await page.evaluate(() => localStorage.setItem('favourites', JSON.stringify({ version: 1, ids: [] })))
  await goOffline(page)
  await page.goto(link.pathname + link.hash)
  await page.getByRole('button', { name: '加入 1 场' }).click()
  await expect(page.getByText('已加入 1 场。')).toBeVisible()
  expect(await readStars(page)).toEqual(['opening-ceremony'])
})

test('what changed in a starred session is told when the data comes, offline too, until it is read [293]', async ({
  page,
  ownForum,
}) => {
  await star(page, [panel, 'wind-solar-panel', 'storage-market'])
  await visitAgenda(page)
  // What was seen is noted.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('seen-sessions'))).toContain(panel)
  await putSessions(ownForum, [
    { id: panel, room: 'r-canal', starts_at: '2023-09-06T05:00:00Z', ends_at: '2023-09-06T05:30:00Z' },
    { id: 'wind-solar-panel', state: 'cancelled' },
    { id: 'storage-market', state: 'draft' },
  ])
  await minutesLater(page, 2)
  await page.reload()
  const pill = page.getByRole('button', { name: '我的议程有 3 处变更' })
  await expect(pill).toBeVisible()

  await goOffline(page)
  await page.reload()
  await pill.click()
  const sheet = page.getByRole('dialog')
  const moved = sheet.getByRole('listitem').filter({ has: page.locator(`a[href="/agenda/${panel}"]`) })
  await expect(moved.first()).toContainText('时间变更')
  await expect(moved.first()).toContainText(/11:30–12:00.*13:00–13:30/)
  await expect(moved.first()).toContainText(/太湖厅.*运河厅/)
  await expect(sheet.getByText('已取消')).toBeVisible()
  await expect(sheet.getByText('已不在议程中')).toBeVisible()
  await sheet.getByRole('button', { name: '移除 1 个收藏' }).click()
  expect(await readStars(page)).toEqual([panel, 'wind-solar-panel'])
  await sheet.getByRole('link', { name: /储能安全/ }).click()

  const notice = page.getByRole('region', { name: '上次查看后有变更' })
  await expect(notice).toContainText(/太湖厅.*运河厅/)
  await notice.getByRole('button', { name: '知道了' }).click()
  await expect(notice).toBeHidden()
  await page.goto('/agenda')
  await page.getByRole('button', { name: '我的议程有 1 处变更' }).click()
  await sheet.getByRole('button', { name: '知道了' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.reload()
  await expect(page.locator('main a[href^="/agenda/"]').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /处变更/ })).toBeHidden()
})
