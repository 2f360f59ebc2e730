import type { ForumSetting } from '#contract/forum.ts'
import { type Locale, selectLocalizedText } from '#contract/locale.ts'
import { isInAppBrowser } from '#features/install'
import type { ProgrammeItem } from '#features/sessions'
import { publicOrigin } from '#lib/public-origin.ts'
import { serverClock } from '#lib/server-clock.ts'
import { writeCalendar } from './calendar-text.ts'
import { saveFile } from './save-file.ts'
import { toCalendarEvent } from './session-event.ts'
import { findVTimezone } from './vtimezone.ts'

/** What goes into the file. */
export interface CalendarRequest {
  items: readonly ProgrammeItem[]
  /** Of the file, without its ending. */
  fileName: string
  forum: ForumSetting
  locale: Locale
  cancelledWord: string
  lastModified?: string | undefined
}

/**
 * Makes a calendar file of sessions from what this device has, and hands it to the browser.
 * @returns `blocked` in a browser built into another app (WeChat), which drops such files without a word
 */
export function downloadCalendar(wish: CalendarRequest): 'saved' | 'blocked' {
  if (isInAppBrowser()) return 'blocked'
  const { items, forum, locale, cancelledWord } = wish
  const context = { forum, locale, origin: publicOrigin(), cancelledWord }
  const text = writeCalendar({
    name: items.length > 1 ? selectLocalizedText(forum.name, locale).text : undefined,
    zone: forum.timeZone,
    zoneBlock: findVTimezone(forum.timeZone),
    madeAtMs: serverClock.nowMs() ?? Date.now(),
    events: items.map((item) => toCalendarEvent(item, context, wish.lastModified)),
  })
  saveFile(`${wish.fileName}.ics`, 'text/calendar;charset=utf-8', text)
  return 'saved'
}
