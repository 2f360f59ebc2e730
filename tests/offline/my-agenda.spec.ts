import type { ListData } from '../../contract/envelope.ts'
import { saveCalendarBy } from '../support/calendar-files.ts'
import { readSeen, readStars, removeStars, star } from '../support/stars.ts'
import { zh } from '../support/texts.ts'
import { untilClosed } from '../support/until-closed.ts'
import { goOffline, minutesLater, sessionLinks } from './support/pages.ts'
import { expect, test } from './support/phone.ts'

const panel = 'storage-panel'

test('without network my agenda goes into a calendar file, and another device takes its stars over [293, 294, 299]', async ({
  page,
  conduct,
}) => {
  await star(page, [panel, 'wind-solar-panel'])
  await goOffline(page)
  await page.goto('/agenda?mine=true')
  const add = page.getByRole('button', { name: zh('my-agenda:calendar.add') })
  const { events, text } = await saveCalendarBy(page, () => add.click())
  expect(events.map((event) => event.uid.split('@')[0] ?? '').toSorted()).toEqual([panel, 'wind-solar-panel'])
  expect(events[0]?.zone).toBe('Asia/Shanghai')
  expect(text).toContain('SUMMARY:圆桌对话')

  await page.getByRole('button', { name: zh('my-agenda:carry.open') }).click()
  await expect(page.getByRole('img', { name: zh('my-agenda:carry.code', { count: 2 }) })).toBeVisible()
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'share', {
      value: ({ url }: { url: string }) => Promise.resolve(void (document.title = url)),
    })
  })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: zh('common:share.label') })
    .click()
  await expect(page).toHaveTitle(/\/agenda\/take#1/)
  const link = new URL(await page.title())
  // The other device: it has the agenda and no stars.
  await removeStars(page)
  await page.goto(link.pathname + link.hash)
  await page.getByRole('button', { name: zh('my-agenda:take.add', { count: 2 }) }).click()
  await expect(page.getByText(zh('my-agenda:take.added', { count: 2 }))).toBeVisible()
  expect(await readStars(page)).toEqual([panel, 'wind-solar-panel'])
  expect(conduct.errors).toEqual([])
})

test('what changed in a starred session is told when the data comes, offline too, until it is read [293]', async ({
  page,
  network,
}) => {
  await star(page, [panel, 'wind-solar-panel', 'storage-market'])
  await page.goto('/agenda')
  // What was seen is noted.
  await expect.poll(() => readSeen(page)).toContain(panel)
  network.fail(/query\/sessions\/all/, { kind: 'changed', change: changeProgramme })
  await minutesLater(page, 2)
  await page.reload()
  await expect(page.getByRole('button', { name: zh('my-agenda:changes.count', { count: 3 }) })).toBeVisible()

  await goOffline(page)
  await page.reload()
  await page.getByRole('button', { name: zh('my-agenda:changes.count', { count: 3 }) }).click()
  const sheet = page.getByRole('dialog')
  const moved = sheet.getByRole('listitem').filter({ has: page.locator(`a[href="/agenda/${panel}"]`) })
  await expect(moved.first()).toContainText(zh('my-agenda:changes.time'))
  await expect(moved.first()).toContainText(/11:30–12:00.*13:00–13:30/)
  await expect(moved.first()).toContainText(/太湖厅.*运河厅/)
  await expect(sheet.getByText(zh('my-agenda:changes.cancelled'))).toBeVisible()
  await expect(sheet.getByText(zh('my-agenda:changes.gone'))).toBeVisible()
  await sheet.getByRole('button', { name: zh('my-agenda:changes.removeStars', { count: 1 }) }).click()
  await expect.poll(() => readStars(page)).toEqual([panel, 'wind-solar-panel'])
  await sheet.getByRole('link', { name: /储能安全/ }).click()

  const notice = page.getByRole('region', { name: zh('my-agenda:changes.ofSession') })
  await expect(notice).toContainText(/太湖厅.*运河厅/)
  await notice.getByRole('button', { name: zh('my-agenda:changes.read') }).click()
  await expect(notice).toBeHidden()
  await page.goto('/agenda')
  await page.getByRole('button', { name: zh('my-agenda:changes.count', { count: 1 }) }).click()
  await sheet.getByRole('button', { name: zh('my-agenda:changes.read') }).click()
  await untilClosed(page, sheet)
  await page.reload()
  await expect(sessionLinks(page).first()).toBeVisible()
  await expect(
    page.getByRole('button', { name: zh.pattern('my-agenda:changes.count', { count: 1 }) }),
  ).toBeHidden()
})

type Session = Record<string, unknown> & { id: string; version: number }

/** The programme after one session was moved, one cancelled and one withdrawn. */
function changeProgramme(text: string): string {
  const envelope = JSON.parse(text) as { data: ListData<Session> }
  const changes: Record<string, object> = {
    [panel]: { room: 'r-canal', starts_at: '2023-09-06T05:00:00Z', ends_at: '2023-09-06T05:30:00Z' },
    'wind-solar-panel': { state: 'cancelled' },
  }
  const items = envelope.data.items
    .filter(({ id }) => id !== 'storage-market')
    .map((row) => (changes[row.id] ? { ...row, ...changes[row.id], version: row.version + 1 } : row))
  return JSON.stringify({ ...envelope, data: { ...envelope.data, items } })
}
