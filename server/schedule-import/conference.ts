import { maxQuotedCharacters, type ScheduleNotice, type ConferenceHead } from './schedule.ts'
import { toLine } from './plain-text.ts'
import { findTimeZone, parseDate } from './times.ts'

/** Texts about the conference at the start of a file; empty where it has none. */
export interface ConferenceDraft {
  title: string
  /** Short name, such as `39c3`. */
  acronym: string
  city: string
  venue: string
  timeZone: string
  /** First and last day, alone or with a time. */
  start: string
  end: string
}

/** A conference without any text, for formats that have none of them. */
export const emptyConference: ConferenceDraft = {
  title: '',
  acronym: '',
  city: '',
  venue: '',
  timeZone: '',
  start: '',
  end: '',
}

/** Parses the conference of a file, with a notice when its time zone does not exist. */
export function toConference(draft: ConferenceDraft): {
  conference: ConferenceHead
  notices: ScheduleNotice[]
} {
  const timeZone = findTimeZone(draft.timeZone.trim())
  const isUnknownZone = draft.timeZone.trim() !== '' && timeZone === null
  return {
    conference: {
      title: toLine(draft.title),
      acronym: toLine(draft.acronym),
      city: toLine(draft.city),
      venue: toLine(draft.venue),
      timeZone,
      startsOn: parseDate(draft.start, timeZone),
      endsOn: parseDate(draft.end, timeZone),
    },
    notices: isUnknownZone
      ? [{ key: 'note.unknown_zone', params: { zone: draft.timeZone.slice(0, maxQuotedCharacters) } }]
      : [],
  }
}

/**
 * Creates the `source` of the imported rows: the identity of the conference, which is equal in later files. The file's
 * name is not used, because it changes with each download. The first of the names with a letter or digit counts.
 */
export function createSource(...names: string[]): string {
  const name = names.map(toSlug).find((slug) => slug !== '')
  return `schedule:${name ?? 'unnamed'}`
}

/** Converts a name or URL to lower-case words joined by hyphens: `https://pretalx.com/foo/` to `pretalx-com-foo`. */
function toSlug(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-|-$/g, '')
  // No name of a conference is longer.
  return slug.slice(0, 120).toWellFormed()
}
