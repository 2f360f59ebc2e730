import type { Note } from './fault.ts'
import { isRecord, toRecords, toText } from './json-values.ts'
import { toLine } from './plain-text.ts'
import type { LinkDraft } from './links.ts'
import type { SessionDraft } from './session-draft.ts'
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

/** pretalx writes days before hours and minutes, others seconds behind them. */
export function threePartsOf(generator: string): ThreeParts {
  return generator.trim().toLowerCase() === 'pretalx' ? 'days first' : 'hours first'
}

/** Start, end and duration of an entry, each with what was written, for the message about it. */
export function entryTime(written: WrittenTime): Pick<SessionDraft, 'start' | 'end' | 'duration'> {
  const { zone, end, duration, threeParts } = written
  const start = startOf(written)
  return {
    start: { written: start, instant: parseInstant(start, zone) },
    end: { written: end, instant: parseInstant(end, zone) },
    duration: { written: duration, ms: parseDurationMs(duration, threeParts) },
  }
}

/** A moment without a time is completed by the clock of the entry, one without a date by its day. */
function startOf({ moment, clock = '', date = '', dayChange = '' }: WrittenTime): string {
  if (moment.length > 10 || clock === '') return moment
  const time = clock.padStart(5, '0')
  if (moment !== '') return `${moment}T${time}`
  if (date === '') return clock
  return `${time < dayChange ? dayAfter(date) : date}T${time}`
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
export function leftOutNote(entry: string, state: string, path: string): Note {
  return { key: 'note.left_out', params: { state: state.slice(0, 60) }, entry, place: { path } }
}

/** Links of JSON formats: `{url | href | link | resource, title | name | description}` or bare addresses. */
export function linkDrafts(...lists: unknown[]): LinkDraft[] {
  return lists.flatMap((list) => {
    if (!Array.isArray(list)) return []
    const bare = list.filter((item): item is string => typeof item === 'string')
    return [
      ...toRecords(list).map((item) => ({
        url: toText(item['url']) || toText(item['href']) || toText(item['link']) || toText(item['resource']),
        title: toText(item['title']) || toText(item['name']) || toText(item['description']),
      })),
      ...bare.map((url) => ({ url, title: '' })),
    ]
  })
}

/** A name written as text or as an object with a name, whatever its languages. */
export function nameText(value: unknown): string {
  if (!isRecord(value)) return toLine(toText(value))
  return toLine(
    toText(value['name']) || toText(value['en']) || toText(Object.values(value).find((one) => toText(one))),
  )
}
