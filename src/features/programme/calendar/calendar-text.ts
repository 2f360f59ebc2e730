import { toZonedTime } from '#contract/time.ts'

/** A calendar event of a session. */
export interface CalendarEvent {
  /** The same in all files, so that calendars update the event instead of adding another. */
  uid: string
  /** Version of the event; calendars keep the highest. */
  sequence: number
  /** When the session was last changed, as an instant; not in the list of sessions. */
  lastModified?: string | undefined
  startMs: number
  /** At or after `startMs`. */
  endMs: number
  /** Title of the event. */
  summary: string
  /** Empty when it is unknown. */
  location: string
  /** Plain text of several lines. */
  description: string
  /** URL of the session's page. */
  url: string
  cancelled: boolean
}

/** Input of {@link writeCalendar}. */
export interface CalendarFile {
  /** Name of a new calendar. Outlook creates one for every file with a name. */
  name?: string | undefined
  /** IANA name of the time zone of the events. */
  timeZone: string
  /** VTIMEZONE component of that time zone; without it, times are written in UTC. */
  vtimezone: string | undefined
  /** When the file was created. */
  createdAtMs: number
  events: readonly CalendarEvent[]
}

/** Returns the text of the file (RFC 5545). */
export function writeCalendar(file: CalendarFile): string {
  return [
    formatContentLine('BEGIN', 'VCALENDAR'),
    formatContentLine('VERSION', '2.0'),
    formatContentLine('PRODID', '-//Forum//Agenda//EN'),
    formatContentLine('CALSCALE', 'GREGORIAN'),
    // Without METHOD: `PUBLISH` requires an ORGANIZER, which would make the event a meeting of that organiser.
    ...(file.name === undefined ? [] : [formatContentLine('X-WR-CALNAME', escapeText(file.name))]),
    ...(file.vtimezone ? [`${file.vtimezone.trim().replace(/\r?\n/g, '\r\n')}\r\n`] : []),
    ...file.events.map((event) => writeEvent(event, file)),
    formatContentLine('END', 'VCALENDAR'),
  ].join('')
}

function writeEvent(event: CalendarEvent, file: CalendarFile): string {
  return [
    formatContentLine('BEGIN', 'VEVENT'),
    formatContentLine('UID', escapeText(event.uid)),
    formatContentLine('DTSTAMP', utcTime(file.createdAtMs)),
    ...(event.lastModified
      ? [formatContentLine('LAST-MODIFIED', utcTime(Date.parse(event.lastModified)))]
      : []),
    formatContentLine('SEQUENCE', String(event.sequence)),
    timeLine('DTSTART', event.startMs, file),
    timeLine('DTEND', event.endMs, file),
    formatContentLine('SUMMARY', escapeText(event.summary)),
    ...(event.location ? [formatContentLine('LOCATION', escapeText(event.location))] : []),
    formatContentLine('DESCRIPTION', escapeText(event.description)),
    formatContentLine('URL', event.url),
    formatContentLine('STATUS', event.cancelled ? 'CANCELLED' : 'CONFIRMED'),
    // A cancelled session does not block time.
    formatContentLine('TRANSP', event.cancelled ? 'TRANSPARENT' : 'OPAQUE'),
    formatContentLine('END', 'VEVENT'),
  ].join('')
}

/** Formats a point in time, in the file's time zone or else in UTC. */
function timeLine(name: string, ms: number, { timeZone, vtimezone }: CalendarFile): string {
  if (!vtimezone) return formatContentLine(name, utcTime(ms))
  return formatContentLine(`${name};TZID=${timeZone}`, basicTime(toZonedTime(ms, timeZone)))
}

const utcTime = (ms: number) => `${basicTime(new Date(ms))}Z`

/** Formats `20230906T090000` with the UTC getters. */
function basicTime(date: Date): string {
  return date.toISOString().slice(0, 19).replace(/[-:]/g, '')
}

/** Maximum number of octets in a line without its line break (RFC 5545, 3.1). */
const maxLineOctets = 75

/** Characters that a text value cannot contain: control characters except tab and line breaks (RFC 5545, 3.3.11). */
// oxlint-disable-next-line no-control-regex -- control characters are removed
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Escapes a text for the value of a property. */
export function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(forbidden, '')
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replace(/\n/g, '\\n')
}

/** Formats a property as a folded line with its line break. Multi-byte characters are not split. */
export function formatContentLine(name: string, value: string): string {
  let folded = ''
  let octets = 0
  for (const character of `${name}:${value}`) {
    const characterOctets = countOctets(character.codePointAt(0) ?? 0)
    if (octets + characterOctets > maxLineOctets) {
      folded += '\r\n '
      // The leading space counts as an octet of its line.
      octets = 1
    }
    folded += character
    octets += characterOctets
  }
  return `${folded}\r\n`
}

/** Returns the number of octets of a character in UTF-8. */
function countOctets(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}
