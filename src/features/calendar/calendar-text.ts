import { toZonedTime } from '#contract/time.ts'
import { contentLine, escapeText } from './content-lines.ts'

/** A session as calendars know it. */
export interface CalendarEvent {
  /** Stays the same over all files made of a session, so that a calendar renews its entry instead of adding one. */
  uid: string
  /** Counts the changes of the session; calendars take the entry with the higher one. */
  sequence: number
  /** When the session was last written, as an instant; unknown to the list of sessions. */
  lastModified?: string | undefined
  startMs: number
  endMs: number
  summary: string
  location: string
  description: string
  url: string
  cancelled: boolean
}

export interface CalendarFile {
  /** What the calendar is called where it becomes one of its own. Outlook makes one of every file that has a name. */
  name?: string | undefined
  /** IANA name of the zone whose wall time the events show. */
  zone: string
  /** The VTIMEZONE of that zone, as lines; without it times are written in UTC. */
  zoneBlock: string | undefined
  /** When the file is made. */
  madeAtMs: number
  events: readonly CalendarEvent[]
}

/** The file's text (RFC 5545). */
export function writeCalendar(file: CalendarFile): string {
  return [
    contentLine('BEGIN', 'VCALENDAR'),
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', '-//Forum//Agenda//EN'),
    contentLine('CALSCALE', 'GREGORIAN'),
    // Without METHOD: that of a publication demands an ORGANIZER, which would make the event somebody else's meeting.
    ...(file.name === undefined ? [] : [contentLine('X-WR-CALNAME', escapeText(file.name))]),
    ...(file.zoneBlock ? [`${file.zoneBlock.trim().replace(/\r?\n/g, '\r\n')}\r\n`] : []),
    ...file.events.map((event) => writeEvent(event, file)),
    contentLine('END', 'VCALENDAR'),
  ].join('')
}

function writeEvent(event: CalendarEvent, file: CalendarFile): string {
  return [
    contentLine('BEGIN', 'VEVENT'),
    contentLine('UID', escapeText(event.uid)),
    contentLine('DTSTAMP', utcTime(file.madeAtMs)),
    ...(event.lastModified ? [contentLine('LAST-MODIFIED', utcTime(Date.parse(event.lastModified)))] : []),
    contentLine('SEQUENCE', String(event.sequence)),
    timeLine('DTSTART', event.startMs, file),
    timeLine('DTEND', event.endMs, file),
    contentLine('SUMMARY', escapeText(event.summary)),
    ...(event.location ? [contentLine('LOCATION', escapeText(event.location))] : []),
    contentLine('DESCRIPTION', escapeText(event.description)),
    contentLine('URL', event.url),
    contentLine('STATUS', event.cancelled ? 'CANCELLED' : 'CONFIRMED'),
    // A cancelled session keeps nobody from another appointment.
    contentLine('TRANSP', event.cancelled ? 'TRANSPARENT' : 'OPAQUE'),
    contentLine('END', 'VEVENT'),
  ].join('')
}

function timeLine(name: string, ms: number, { zone, zoneBlock }: CalendarFile): string {
  if (!zoneBlock) return contentLine(name, utcTime(ms))
  return contentLine(`${name};TZID=${zone}`, basicTime(toZonedTime(ms, zone)))
}

const utcTime = (ms: number) => `${basicTime(new Date(ms))}Z`

/** `20230906T090000`, by the UTC getters. */
function basicTime(date: Date): string {
  return date.toISOString().slice(0, 19).replace(/[-:]/g, '')
}
