import type { Page } from '@playwright/test'
import { saveCalendarBy } from '../support/calendar-files.ts'
import { expect, test } from '../support/e2e.ts'
import { star } from '../support/stars.ts'

test.use({ appLocale: 'en' })

const addToCalendar = (page: Page) =>
  page.getByRole('button', { name: 'Add to calendar' }).filter({ visible: true }).click()

interface ListedSession {
  id: string
  starts_at: string
  ends_at: string
}

/** The sessions as the server lists them. */
async function listSessions(page: Page): Promise<Map<string, ListedSession>> {
  const answer = await page.request.get('/api/front/query/sessions/all?size=0')
  const { data } = (await answer.json()) as { data: { items: ListedSession[] } }
  return new Map(data.items.map((row) => [row.id, row]))
}

for (const timezoneId of ['Asia/Shanghai', 'America/New_York', 'Pacific/Auckland']) {
  test.describe(`on a device in ${timezoneId} @phone`, () => {
    test.use({ timezoneId })

    test('a session’s file has its time in the venue’s zone [304]', async ({ page, conduct }) => {
      await page.goto('/agenda/storage-panel')
      const { fileName, text, events } = await saveCalendarBy(page, () => addToCalendar(page))
      const listed = (await listSessions(page)).get('storage-panel')
      expect(fileName).toBe('storage-panel.ics')
      expect(text).toContain('DTSTART;TZID=Asia/Shanghai:20230906T113000\r\n')
      expect(events).toMatchObject([
        {
          zone: 'Asia/Shanghai',
          startMs: Date.parse(listed?.starts_at ?? ''),
          endMs: Date.parse(listed?.ends_at ?? ''),
          summary: 'Panel: who pays for storage safety?',
          status: 'CONFIRMED',
        },
      ])
      expect(events[0]?.location).toContain('Taihu Hall')
      expect(events[0]?.description).toContain(`${new URL(page.url()).origin}/agenda/storage-panel`)
      await expect(page.getByText('Calendar file saved')).toBeVisible()
      expect(conduct.errors).toEqual([])
      expect(conduct.foreignRequests).toEqual([])
    })
  })
}

test('my agenda is one file over all days, a cancelled session marked [304]', async ({ page }) => {
  const listed = await listSessions(page)
  const ids = ['opening-ceremony', 'storage-panel', 'hydrogen-pipelines']
  await star(page, ids)
  await page.goto('/agenda?mine=true')
  const { events } = await saveCalendarBy(page, () => addToCalendar(page))
  const { host } = new URL(page.url())
  expect(events.map((event) => event.uid).toSorted()).toEqual(ids.map((id) => `${id}@${host}`).toSorted())
  for (const event of events)
    expect(event.startMs).toBe(Date.parse(listed.get(event.uid.split('@')[0] ?? '')?.starts_at ?? ''))
  const cancelled = events.filter((event) => event.status === 'CANCELLED')
  expect(cancelled.map((event) => event.uid)).toEqual([`hydrogen-pipelines@${host}`])
  expect(cancelled[0]?.summary).toMatch(/^Cancelled: /)
})

test('without a star there is nothing to put into the calendar or to carry', async ({ page }) => {
  await page.goto('/agenda?mine=true')
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Other device' })).toBeDisabled()
})

test.describe('inside WeChat @phone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 13; 22081212C; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/107.0.5304.141 Mobile Safari/537.36 MicroMessenger/8.0.37',
  })

  test('which drops files, one is led to a real browser, with the stars in the address', async ({ page }) => {
    await star(page, ['storage-panel'])
    await page.goto('/agenda/storage-panel')
    await addToCalendar(page)
    const sheet = page.getByRole('dialog', { name: 'Open in your browser' })
    await expect(sheet.getByText(/\/agenda\/storage-panel$/)).toBeVisible()
    await page.goto('/agenda?mine=true')
    await addToCalendar(page)
    await expect(sheet.getByText(/\/agenda\/take#1[\w-]{10}$/)).toBeVisible()
  })
})
