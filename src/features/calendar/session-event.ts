import type { ForumSetting } from '#contract/forum.ts'
import { type Locale, locales, selectLocalizedText } from '#contract/locale.ts'
import { type ProgrammeItem, roomNames, roomsOf, type SpeakerRow } from '#features/sessions'
import type { CalendarEvent } from './calendar-text.ts'

/** What an event is told in and about. */
export interface EventContext {
  forum: ForumSetting
  locale: Locale
  /** Where the app is at home: `https://forum.example`. */
  origin: string
  /** The reader's word for what does not take place. */
  cancelledWord: string
}

/**
 * A session as an event of a calendar, in the reader's language.
 * @param lastModified when it was last written, where that is known
 */
export function toCalendarEvent(
  item: ProgrammeItem,
  context: EventContext,
  lastModified?: string,
): CalendarEvent {
  const { locale, origin, cancelledWord } = context
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
    // Many calendars do not show the state of an entry.
    summary: cancelled ? `${cancelledWord}: ${title}` : title,
    location: locationOf(item, context),
    description: [...linesAbout(item, title, locale), url].join('\n'),
    url,
    cancelled,
  }
}

function locationOf(item: ProgrammeItem, { forum, locale }: EventContext): string {
  const venue = selectLocalizedText(forum.venue, locale).text
  const city = selectLocalizedText(forum.city, locale).text
  const rooms = roomsOf(item)
  const places = [
    roomNames(item, locale),
    // Beside several rooms nobody knows whose floor it is.
    rooms.length === 1 ? selectLocalizedText(rooms[0]?.floor, locale).text : '',
    venue,
    venue.includes(city) ? '' : city,
  ]
  return places.filter(Boolean).join(', ')
}

/** The title in the other language, the sub-forum, and who speaks. */
function linesAbout(item: ProgrammeItem, title: string, locale: Locale): string[] {
  const otherTitles = locales.map((each) => item.row.title[each] ?? '')
  const track =
    item.track && `${item.track.code ?? ''} ${selectLocalizedText(item.track.name, locale).text}`.trim()
  return [
    ...otherTitles.filter((other) => other && other !== title),
    ...(track ? [track] : []),
    ...item.speakers.map((speaker) => nameOf(speaker, locale)),
  ]
}

function nameOf(speaker: SpeakerRow, locale: Locale): string {
  const organisation = selectLocalizedText(speaker.organisation, locale).text
  const name = selectLocalizedText(speaker.name, locale).text
  return organisation ? `${name}, ${organisation}` : name
}
