import { toZonedTime } from '#contract/time.ts'
import { isRecord, toText } from './json-syntax.ts'
import {
  maxQuotedCharacters,
  type LinkDraft,
  type ScheduleNotice,
  type ImportedSessionType,
  type SessionDraft,
} from './schedule.ts'
import { toLine } from './plain-text.ts'
import { parseDurationMs, parseInstant, type DurationOrder } from './times.ts'

/** The time of an entry as the texts of the file; empty where it has none. */
export interface EntryTimeTexts {
  /** Date with time, or the date alone when `clock` has the time. */
  moment: string
  /** `HH:MM` in the conference's zone. */
  clock?: string
  /** Date of the day that contains the entry. */
  date?: string
  /** `HH:MM` at which a conference day begins. Earlier times belong to the night after. */
  dayChange?: string
  /** Date with time. */
  end: string
  /** In one of the forms that `parseDurationMs` reads. */
  duration: string
  /** Zone of times without an offset; null when it is unknown, and such times are invalid. */
  zone: string | null
  /** Meaning of durations with three parts, by the program that wrote the file. */
  durationOrder?: DurationOrder
}

/** Normalizes a guid. A guid of zeros counts as none: programme systems write it when they have no guid. */
export function toGuid(value: unknown): string {
  const guid = toText(value)
  if (/^[0-]*$/.test(guid)) return ''
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(guid) ? guid.toLowerCase() : guid
}

/** pretalx writes days before hours and minutes; others write seconds after them. */
export function detectDurationOrder(generator: string): DurationOrder {
  return /^pretalx\b/i.test(generator.trim()) ? 'days first' : 'hours first'
}

/** Parses start, end and duration of an entry, each with its original text for messages. */
export function toEntryTime(texts: EntryTimeTexts): Pick<SessionDraft, 'start' | 'end' | 'duration'> {
  const { zone, end, duration, durationOrder } = texts
  const start = formatStart(texts)
  return {
    start: { text: start, instant: parseInstant(start, zone), clock: texts.clock },
    end: { text: end, instant: parseInstant(end, zone) },
    duration: { text: duration, ms: parseDurationMs(duration, durationOrder) },
  }
}

/** Completes a moment without a time by the entry's clock, and one without a date by its day. */
function formatStart({ moment, clock = '', date = '', dayChange = '', zone }: EntryTimeTexts): string {
  const time = clock.padStart(5, '0')
  if (isDateAlone(moment, time, zone)) return `${moment.slice(0, 10)}T${time}${readOffset(moment)}`
  // A moment longer than a date has a time already.
  if (moment.length > 10 || clock === '') return moment
  if (moment !== '') return `${moment}T${time}`
  if (date === '') return clock
  return `${time < dayChange ? getNextDay(date) : date}T${time}`
}

/** `2023-09-05T00:00:00`, with any offset after it. */
const midnightPattern = /^\d{4}-\d{2}-\d{2}[T ]00:00(?::00(?:\.0+)?)?(?![\d:.])/
/** Reads what follows midnight in a moment: the offset, or nothing. */
const readOffset = (moment: string): string => moment.replace(midnightPattern, '')

/**
 * Checks whether a moment is only a date, which programs write as midnight. Beside another time of day, midnight is no
 * time, except in UTC, where the two may be the same instant.
 */
function isDateAlone(moment: string, time: string, zone: string | null): boolean {
  if (!midnightPattern.test(moment) || !/^\d{2}:\d{2}/.test(time) || time.startsWith('00:00')) return false
  const instant = parseInstant(moment, zone)
  // Without a zone, midnight UTC may be the clock's time at the venue.
  if (zone === null || instant === undefined) return !/(?:Z|[+-]00:?00)$/i.test(moment)
  // When the moment falls in the clock's hour at the venue, both are the same instant.
  return toZonedTime(Date.parse(instant), zone).getUTCHours() !== Number(time.slice(0, 2))
}

function getNextDay(date: string): string {
  const ms = Date.parse(`${date}T00:00:00Z`) + 86_400_000
  return Number.isNaN(ms) ? date : new Date(ms).toISOString().slice(0, 10)
}

/** Joins abstract and description. Many files repeat the first at the start of the second. */
export function joinTexts(abstract: string, description: string): string {
  if (abstract === '' || description.startsWith(abstract)) return description
  if (description === '' || abstract.startsWith(description)) return abstract
  return `${abstract}\n\n${description}`
}

/** Maps a state of submission systems to what the import does with the entry. Unknown states count as confirmed. */
export function toState(state: string): 'confirmed' | 'cancelled' | 'left_out' {
  const lower = state.toLowerCase()
  if (lower.startsWith('cancel')) return 'cancelled'
  return /^(?:draft|submitted|rejected|withdrawn|deleted)$/.test(lower) ? 'left_out' : 'confirmed'
}

/** Creates the notice about an entry that its own system does not show. */
export function createLeftOutNotice(entry: string, state: string, path: string): ScheduleNotice {
  return {
    key: 'note.left_out',
    params: { state: state.slice(0, maxQuotedCharacters) },
    entry,
    position: { path },
  }
}

const urlKeys = ['url', 'href', 'link', 'resource', 'uri', 'src']
const titleKeys = ['title', 'name', 'description']

/**
 * Reads links of JSON formats: `{url | href | …, title | name | description}` or bare URLs, in a list or alone.
 */
export function toLinkDrafts(...lists: unknown[]): LinkDraft[] {
  return lists
    .flatMap((list): unknown[] => (Array.isArray(list) ? list : [list]))
    .map((item) => {
      if (!isRecord(item)) return { url: toText(item), title: '' }
      const findText = (keys: readonly string[]): string =>
        keys.map((key) => toText(item[key])).find((text) => text !== '') ?? ''
      return { url: findText(urlKeys), title: findText(titleKeys) }
    })
}

/** Reads a name that is a text or an object with a name in any language. */
export function toNameText(value: unknown): string {
  if (!isRecord(value)) return toLine(toText(value))
  return toLine(
    toText(value['name']) || toText(value['en']) || toText(Object.values(value).find((text) => toText(text))),
  )
}

/** Patterns of the type names that conferences use, most specific first. */
const typePatterns: readonly (readonly [ImportedSessionType, RegExp])[] = [
  ['keynote', /key-?note|plenary|主旨|主题演讲|主題演講/],
  ['ceremony', /ceremony|opening|closing|开幕|開幕|闭幕|閉幕|仪式|儀式/],
  [
    'break',
    /\b(?:breaks?|breakfast|tea|snacks?)\b|lunch|dinner|coffee|pause\b|茶歇|午餐|午休|用餐|餐[敘叙]|[點点]心|休息/,
  ],
  ['tour', /\btours?\b|excursion|参观|參觀|考察/],
  ['panel', /panel|discussion|round ?table|debate|fishbowl|圆桌|圓桌|座谈|座談|對談|对谈|與談|与谈/],
  ['workshop', /workshop|tutorial|training|hands-on|sprint|工作坊|研讨|研討/],
  ['other', /^other|performance|concert|game|party|film|movie|meeting|meetup|bof|assembly|social/],
]

/** Finds a session's type from the file's word for it. The default is a talk. */
export function toSessionType(word: string): ImportedSessionType {
  const lower = word.toLowerCase()
  return typePatterns.find(([, pattern]) => pattern.test(lower))?.[0] ?? 'talk'
}

/** Language tags by the names that schedules use. */
const tagsByLanguageName: Readonly<Record<string, string>> = {
  中文: 'zh',
  汉语: 'zh',
  漢語: 'zh',
  华语: 'zh',
  華語: 'zh',
  普通话: 'zh-CN',
  粤语: 'yue',
  english: 'en',
  英文: 'en',
  英语: 'en',
  英語: 'en',
  chinese: 'zh',
  mandarin: 'zh',
  日本語: 'ja',
  japanese: 'ja',
  deutsch: 'de',
  german: 'de',
  français: 'fr',
  french: 'fr',
}

/** Returns the BCP 47 tag of a language name, or null when it is unknown. */
export function toLanguageTag(name: string): string | null {
  const tag = tagsByLanguageName[name.toLowerCase()]
  if (tag) return tag
  if (!/^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(name)) return null
  try {
    return Intl.getCanonicalLocales(name.replaceAll('_', '-'))[0] ?? null
  } catch {
    // A text of this form may still be no tag, such as `en-12`.
    return null
  }
}
