import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import ICAL from 'ical.js'

/** Saves a calendar file by a touch and parses it with an independent library. */
export async function saveCalendarBy(
  page: Page,
  touch: () => Promise<void>,
): Promise<{ text: string; events: { uid: string; zone: string | undefined }[] }> {
  const [download] = await Promise.all([page.waitForEvent('download'), touch()])
  const text = await readFile(await download.path(), 'utf8')
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const block of calendar.getAllSubcomponents('vtimezone'))
    ICAL.TimezoneService.register(new ICAL.Timezone(block))
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, startDate } = new ICAL.Event(component)
    return { uid, zone: startDate.zone?.tzid }
  })
  return { text, events }
}
