import type { ScheduleNotice } from './schedule-issue.ts'
import { toLine } from './plain-text.ts'
import type { ConferenceHead } from './schedule.ts'
import { findTimeZone, parseDate } from './times.ts'

/** What the head of a file says, as texts; empty where it says nothing. */
export interface ConferenceDraft {
  title: string
  acronym: string
  city: string
  venue: string
  timeZone: string
  start: string
  end: string
}

export const emptyConference: ConferenceDraft = {
  title: '',
  acronym: '',
  city: '',
  venue: '',
  timeZone: '',
  start: '',
  end: '',
}

/** The conference of a file, and a note when its time zone is none that exists. */
export function toConference(draft: ConferenceDraft): {
  conference: ConferenceHead
  notes: ScheduleNotice[]
} {
  const timeZone = findTimeZone(draft.timeZone.trim())
  const unknown = draft.timeZone.trim() !== '' && timeZone === null
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
    notes: unknown ? [{ key: 'note.unknown_zone', params: { zone: draft.timeZone.slice(0, 60) } }] : [],
  }
}

/**
 * Identity of a conference, the same in every later file of it: never the file's name, which changes with each
 * download. The first text that says anything counts.
 */
export function toSource(...names: string[]): string {
  const name = names.map(toSlug).find((slug) => slug !== '')
  return `schedule:${name ?? 'unnamed'}`
}

function toSlug(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return slug.slice(0, 120).toWellFormed()
}
