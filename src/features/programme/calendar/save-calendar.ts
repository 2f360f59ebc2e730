import { tzlib_get_ical_block } from 'timezones-ical-library'
import type { ForumSetting } from '#contract/forum.ts'
import { type Locale, selectLocalizedText, locales } from '#contract/locale.ts'
import { isInAppBrowser } from '#features/visit/install'
import { type ProgrammeItem, formatRoomNames, listRooms } from '#features/programme/sessions'
import { getPublicOrigin } from '#platform/urls.ts'
import { serverClock } from '#platform/server-clock.ts'
import { writeCalendar, type CalendarEvent } from './calendar-text.ts'

/** Input of {@link downloadCalendar}: the sessions and the texts around them. */
export interface CalendarRequest {
  /** The sessions; with more than one, the file also names the calendar. */
  items: readonly ProgrammeItem[]
  /** File name without its extension. */
  fileName: string
  forum: ForumSetting
  locale: Locale
  /** Localized label of a cancelled session. */
  cancelledLabel: string
  /** When a single session was last changed, as an instant, if known. */
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

/** What all events of a file have in common. */
export interface EventContext {
  forum: ForumSetting
  locale: Locale
  /** Origin of the app: `https://forum.example`. */
  origin: string
  /** Localized label of a cancelled session. */
  cancelledLabel: string
}

/**
 * Converts a session to a calendar event in the current language.
 * @param lastModified when it was last changed, if known
 */
export function toCalendarEvent(
  item: ProgrammeItem,
  context: EventContext,
  lastModified?: string,
): CalendarEvent {
  const { locale, origin, cancelledLabel } = context
  const title = selectLocalizedText(item.row.title, locale).text
  const cancelled = item.row.state === 'cancelled'
  const url = `${origin}/agenda/${item.id}`
  return {
    uid: `${item.id}@${new URL(origin).host}`,
    // Versions count from 1, sequences from 0.
    sequence: Math.max(0, item.row.version - 1),
    lastModified,
    startMs: item.startMs,
    // The format allows no event that ends before it starts.
    endMs: Math.max(item.startMs, item.endMs),
    // Many calendars do not show the status of an event.
    summary: cancelled ? `${cancelledLabel}: ${title}` : title,
    location: formatLocation(item, context),
    description: [...listDescriptionLines(item, title, locale), url].join('\n'),
    url,
    cancelled,
  }
}

function formatLocation(item: ProgrammeItem, { forum, locale }: EventContext): string {
  const venue = selectLocalizedText(forum.venue, locale).text
  const city = selectLocalizedText(forum.city, locale).text
  const rooms = listRooms(item)
  const lines = [
    formatRoomNames(item, locale),
    // With several rooms it is unclear which one the floor belongs to.
    rooms.length === 1 ? selectLocalizedText(rooms[0]?.floor, locale).text : '',
    venue,
    // Many venues are named after their city.
    venue.includes(city) ? '' : city,
  ]
  return lines.filter(Boolean).join(', ')
}

/** Returns the title in the other language, the sub-forum and the speakers. */
function listDescriptionLines(item: ProgrammeItem, title: string, locale: Locale): string[] {
  const otherTitles = locales.map((each) => item.row.title[each] ?? '')
  const track =
    item.track && `${item.track.code ?? ''} ${selectLocalizedText(item.track.name, locale).text}`.trim()
  return [
    ...otherTitles.filter((other) => other && other !== title),
    ...(track ? [track] : []),
    ...item.speakers.map((speaker) => formatSpeakerName(speaker, locale)),
  ]
}

function formatSpeakerName(speaker: ProgrammeItem['speakers'][number], locale: Locale): string {
  const organisation = selectLocalizedText(speaker.organisation, locale).text
  const name = selectLocalizedText(speaker.name, locale).text
  return organisation ? `${name}, ${organisation}` : name
}

/**
 * Returns the VTIMEZONE of a zone under the requested name.
 * The database has one name for equal zones, and times that refer to another name would be taken as local times.
 * @returns undefined for an unknown zone, and for UTC, which needs none
 */
export function findVTimezone(zone: string): string | undefined {
  if (/^(?:Etc\/)?(?:UTC|GMT)$/.test(zone)) return undefined
  // The first element is the VTIMEZONE component; an unknown zone has none.
  const block = tzlib_get_ical_block(zone)[0]
  return block?.startsWith('BEGIN:VTIMEZONE') ? block.replace(/^TZID:.*$/m, `TZID:${zone}`) : undefined
}
