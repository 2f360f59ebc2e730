import type { ForumSetting } from '#contract/forum.ts'
import { type Locale, selectLocalizedText } from '#contract/locale.ts'
import { isInAppBrowser } from '#features/visit/install'
import type { ProgrammeItem } from '#features/programme/sessions'
import { getPublicOrigin } from '#platform/urls.ts'
import { serverClock } from '#platform/server-clock.ts'
import { writeCalendar } from './calendar-text.ts'
import { toCalendarEvent } from './session-event.ts'
import { findVTimezone } from './vtimezone.ts'

/** What the file contains. */
export interface CalendarRequest {
  items: readonly ProgrammeItem[]
  /** File name without its extension. */
  fileName: string
  forum: ForumSetting
  locale: Locale
  cancelledLabel: string
  lastModified?: string | undefined
}

/**
 * Creates a calendar file of sessions from the data on this device and saves it.
 * @returns `blocked` in an in-app browser (WeChat), which drops such files silently
 */
export function downloadCalendar(request: CalendarRequest): 'saved' | 'blocked' {
  if (isInAppBrowser()) return 'blocked'
  const { items, forum, locale, cancelledLabel } = request
  const context = { forum, locale, origin: getPublicOrigin(), cancelledLabel }
  const text = writeCalendar({
    name: items.length > 1 ? selectLocalizedText(forum.name, locale).text : undefined,
    timeZone: forum.timeZone,
    vtimezone: findVTimezone(forum.timeZone),
    createdAtMs: serverClock.nowMs() ?? Date.now(),
    events: items.map((item) => toCalendarEvent(item, context, request.lastModified)),
  })
  saveFile(`${request.fileName}.ics`, 'text/calendar;charset=utf-8', text)
  return 'saved'
}

/** How long the browser can read the file: it may ask the user for a location first. */
const revokeDelayMs = 60_000

/** Saves a text as a file, with or without network. */
function saveFile(name: string, mediaType: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: mediaType }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), revokeDelayMs)
}
