import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import ICAL from 'ical.js'

/** An event as another author's parser reads it. */
export interface ReadEvent {
  uid: string
  zone: string | undefined
  startMs: number
  endMs: number
  summary: string
  location: string
  description: string
  status: unknown
}

/** Touches what saves a calendar file, and reads the file that the browser got. */
export async function saveCalendarBy(
  page: Page,
  touch: () => Promise<void>,
): Promise<{ fileName: string; text: string; events: ReadEvent[] }> {
  const [download] = await Promise.all([page.waitForEvent('download'), touch()])
  const text = await readFile(await download.path(), 'utf8')
  return { fileName: download.suggestedFilename(), text, events: readEvents(text) }
}

/** The events of a file, their times by the zones that the file itself describes. */
function readEvents(text: string): ReadEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const block of calendar.getAllSubcomponents('vtimezone'))
    ICAL.TimezoneService.register(new ICAL.Timezone(block))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      zone: event.startDate.zone?.tzid,
      startMs: event.startDate.toJSDate().getTime(),
      endMs: event.endDate.toJSDate().getTime(),
      summary: event.summary,
      location: event.location,
      description: event.description,
      status: component.getFirstPropertyValue('status'),
    }
  })
}
