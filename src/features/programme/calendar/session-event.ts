import type { ForumSetting } from '#contract/forum.ts'
import { type Locale, locales, selectLocalizedText } from '#contract/locale.ts'
import { type ProgrammeItem, formatRoomNames, listRooms, type SpeakerRow } from '#features/programme/sessions'
import type { CalendarEvent } from './calendar-text.ts'

/** Context of an event. */
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

function formatSpeakerName(speaker: SpeakerRow, locale: Locale): string {
  const organisation = selectLocalizedText(speaker.organisation, locale).text
  const name = selectLocalizedText(speaker.name, locale).text
  return organisation ? `${name}, ${organisation}` : name
}
