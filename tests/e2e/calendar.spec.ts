import type { Page } from '@playwright/test'
import { saveCalendarBy } from '../support/calendar-files.ts'
import { expect, test } from '../support/e2e.ts'
import { star } from '../support/stars.ts'
import { en } from '../support/texts.ts'

test.use({ appLocale: 'en', timezoneId: 'America/New_York' })

const addToCalendar = (page: Page) =>
  page
    .getByRole('button', { name: en('my-agenda:calendar.add') })
    .filter({ visible: true })
    .click()

interface ListedSession {
  id: string
  starts_at: string
  ends_at: string
}

test('on a device in New York one session and my agenda go into the calendar in the venue’s time [3, 304, T45]', async ({
  page,
  conduct,
}) => {
  const answer = await page.request.get('/api/front/query/sessions/all?size=0')
  const { data } = (await answer.json()) as { data: { items: ListedSession[] } }
  const listed = new Map(data.items.map((row) => [row.id, row]))
  const ids = ['opening-ceremony', 'storage-panel', 'hydrogen-pipelines']
  await star(page, ids)
  await page.goto('/agenda/storage-panel')
  await expect(page.getByRole('main')).toContainText(/Wednesday 6 September.*11:30–12:00/)
  await expect(page.getByText(/5 Sept?,? 23:30 on your device’s clock/)).toBeVisible()
  const one = await saveCalendarBy(page, () => addToCalendar(page))
  expect(one.fileName).toBe('storage-panel.ics')
  expect(one.events).toMatchObject([
    {
      zone: 'Asia/Shanghai',
      startMs: Date.parse(listed.get('storage-panel')?.starts_at ?? ''),
      endMs: Date.parse(listed.get('storage-panel')?.ends_at ?? ''),
      status: 'CONFIRMED',
    },
  ])
  await page.goto('/agenda?mine=true')
  const { events } = await saveCalendarBy(page, () => addToCalendar(page))
  const { host } = new URL(page.url())
  expect(events.map(({ uid }) => uid).toSorted()).toEqual(ids.map((id) => `${id}@${host}`).toSorted())
  for (const event of events)
    expect(event.startMs).toBe(Date.parse(listed.get(event.uid.split('@')[0] ?? '')?.starts_at ?? ''))
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})
