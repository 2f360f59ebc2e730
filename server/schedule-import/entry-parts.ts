import { toZonedTime } from '#contract/time.ts'
import type { ScheduleNotice } from './schedule-issue.ts'
import { isRecord, toText } from './json-syntax.ts'
import { toLine } from './plain-text.ts'
import type { LinkDraft } from './links.ts'
import type { SessionDraft } from './schedule.ts'
import { parseDurationMs, parseInstant, type ThreeParts } from './times.ts'

/** What an entry has of its time, as texts; empty where it has nothing. */
export interface WrittenTime {
  /** Date with time, or the date alone when `clock` has the time. */
  moment: string
  /** `HH:MM` in the conference's zone. */
  clock?: string
  /** The date of the day that the entry stands in. */
  date?: string
  /** `HH:MM` at which the days of the conference begin: what is earlier is in the night after. */
  dayChange?: string
  end: string
  duration: string
  /** Zone of times without an offset. */
  zone: string | null
  /** How the file's generator writes durations. */
  threeParts?: ThreeParts
}

/** A guid in one writing; none where it is of zeros, which programme systems write for want of one. */
export function toGuid(value: unknown): string {
  const guid = toText(value)
  if (/^[0-]*$/.test(guid)) return ''
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(guid) ? guid.toLowerCase() : guid
}

/** pretalx writes days before hours and minutes, others seconds behind them. */
export function threePartsOf(generator: string): ThreeParts {
  return /^pretalx\b/i.test(generator.trim()) ? 'days first' : 'hours first'
}

/** Start, end and duration of an entry, each with what was written, for the message about it. */
export function entryTime(written: WrittenTime): Pick<SessionDraft, 'start' | 'end' | 'duration'> {
  const { zone, end, duration, threeParts } = written
  const start = startOf(written)
  return {
    start: { written: start, instant: parseInstant(start, zone), clock: written.clock },
    end: { written: end, instant: parseInstant(end, zone) },
    duration: { written: duration, ms: parseDurationMs(duration, threeParts) },
  }
}

/** A moment without a time is completed by the clock of the entry, one without a date by its day. */
function startOf({ moment, clock = '', date = '', dayChange = '', zone }: WrittenTime): string {
  const time = clock.padStart(5, '0')
  if (isDateAlone(moment, time, zone)) return `${moment.slice(0, 10)}T${time}${offsetOf(moment)}`
  if (moment.length > 10 || clock === '') return moment
  if (moment !== '') return `${moment}T${time}`
  if (date === '') return clock
  return `${time < dayChange ? dayAfter(date) : date}T${time}`
}

const midnight = /^\d{4}-\d{2}-\d{2}[T ]00:00(?::00(?:\.0+)?)?(?![\d:.])/
const offsetOf = (moment: string): string => moment.replace(midnight, '')

/** Programs write a date as its midnight: beside another clock it says nothing of the time. In UTC it may. */
function isDateAlone(moment: string, time: string, zone: string | null): boolean {
  if (!midnight.test(moment) || !/^\d{2}:\d{2}/.test(time) || time.startsWith('00:00')) return false
  const instant = parseInstant(moment, zone)
  if (zone === null || instant === undefined) return !/(?:Z|[+-]00:?00)$/i.test(moment)
  return toZonedTime(Date.parse(instant), zone).getUTCHours() !== Number(time.slice(0, 2))
}

function dayAfter(date: string): string {
  const ms = Date.parse(`${date}T00:00:00Z`) + 86_400_000
  return Number.isNaN(ms) ? date : new Date(ms).toISOString().slice(0, 10)
}

/** Abstract and description as one text: many files repeat the first at the head of the second. */
export function joinTexts(abstract: string, description: string): string {
  if (abstract === '' || description.startsWith(abstract)) return description
  if (description === '' || abstract.startsWith(description)) return abstract
  return `${abstract}\n\n${description}`
}

/** What is to become of an entry in a state of submission systems. */
export function toState(state: string): 'confirmed' | 'cancelled' | 'left_out' {
  const lower = state.toLowerCase()
  if (lower.startsWith('cancel')) return 'cancelled'
  return /^(?:draft|submitted|rejected|withdrawn|deleted)$/.test(lower) ? 'left_out' : 'confirmed'
}

/** The note about an entry that its own system does not show. */
export function leftOutNote(entry: string, state: string, path: string): ScheduleNotice {
  return { key: 'note.left_out', params: { state: state.slice(0, 60) }, entry, place: { path } }
}

const addressKeys = ['url', 'href', 'link', 'resource', 'uri', 'src']
const titleKeys = ['title', 'name', 'description']

/** Links of JSON formats: `{url | href | …, title | name | description}` or bare addresses, in a list or alone. */
export function linkDrafts(...lists: unknown[]): LinkDraft[] {
  return lists
    .flatMap((list): unknown[] => (Array.isArray(list) ? list : [list]))
    .map((item) => {
      if (!isRecord(item)) return { url: toText(item), title: '' }
      const partOf = (keys: readonly string[]): string =>
        keys.map((key) => toText(item[key])).find((part) => part !== '') ?? ''
      return { url: partOf(addressKeys), title: partOf(titleKeys) }
    })
}

/** A name written as text or as an object with a name, whatever its languages. */
export function nameText(value: unknown): string {
  if (!isRecord(value)) return toLine(toText(value))
  return toLine(
    toText(value['name']) || toText(value['en']) || toText(Object.values(value).find((one) => toText(one))),
  )
}
