import type { Localized } from '#contract/locale.ts'
import type { EntryStart, UsedOffset } from './times.ts'

/** Result of every format parser: plain data without row ids, every instant in UTC. */
export interface ImportedSchedule {
  format: ScheduleFormat
  /** Stable identity of the conference, equal in later files. */
  source: string
  conference: ImportedConference
  rooms: ImportedRoom[]
  tracks: ImportedTrack[]
  speakers: ImportedSpeaker[]
  /** Good entries only. */
  sessions: ImportedSession[]
  /** One issue per entry that cannot be imported. */
  issues: ScheduleIssue[]
  /** Notices about imported data. */
  notices: ScheduleNotice[]
}

/** Names of the formats in reports, one for each parser in `formats/`. */
export type ScheduleFormat =
  | 'schedule.xml'
  | 'schedule.json v1'
  | 'schedule.json v2'
  | 'pretalx'
  | 'pretalx REST'
  | 'COSCUP'

/** The conference in the head of a file. Missing texts are empty, other missing values are null. */
export interface ConferenceHead {
  title: string
  acronym: string
  city: string
  venue: string
  /** IANA name of an existing zone. */
  timeZone: string | null
  /** Calendar date, in the conference's zone. */
  startsOn: string | null
  endsOn: string | null
}

/** The conference of a parsed file. */
export interface ImportedConference extends ConferenceHead {
  /** The offsets of its times, when the file has no zone. */
  offsets: UsedOffset[]
}

/** A room of the file, to be written into the module `rooms`. */
export interface ImportedRoom {
  /** Identity of the room, to which sessions refer. */
  key: string
  name: Localized
  description: Localized
  capacity: number | null
}

/** A track of the file, to be written into the module `tracks`. */
export interface ImportedTrack {
  /** Identity of the track, to which sessions refer. */
  key: string
  name: Localized
  description: Localized
}

/** A speaker of the file, to be written into the module `speakers`. */
export interface ImportedSpeaker {
  /** Identity of the speaker, to which sessions refer. */
  key: string
  name: Localized
  biography: Localized
  links: ImportedLink[]
}

/** A link that a browser may open. */
export interface ImportedLink {
  url: string
  title: string
}

/** Values of the sessions' field `type` that a file can lead to. */
export type ImportedSessionType =
  | 'ceremony'
  | 'keynote'
  | 'talk'
  | 'panel'
  | 'workshop'
  | 'tour'
  | 'break'
  | 'other'

/** A valid entry of the file, to be written into the module `sessions`. */
export interface ImportedSession {
  /** Identity of the session in this and later files. */
  key: string
  /** Code or number for people; null when the file has none. */
  code: string | null
  type: ImportedSessionType
  state: 'confirmed' | 'cancelled'
  title: Localized
  subtitle: Localized
  abstract: Localized
  /** BCP 47 tag of the language spoken; null when the file has none that is known. */
  language: string | null
  startsAt: string
  endsAt: string
  /** `key` of the track; null without one. */
  trackKey: string | null
  /** `key` of the room. */
  roomKey: string
  /** Further rooms that show the session. */
  otherRoomKeys: string[]
  /** `key` of each speaker. */
  speakerKeys: string[]
  links: ImportedLink[]
}

/** A link as the file has it, before validation. */
export interface LinkDraft {
  url: string
  title: string
}

/** An entry as a format parser reads it, before validation. */
export interface SessionDraft extends Omit<
  ImportedSession,
  'key' | 'startsAt' | 'endsAt' | 'roomKey' | 'otherRoomKeys' | 'links'
> {
  position: SourcePosition
  /** Identity of the entry in this and later files. Empty when it has none. */
  key: string
  /** A number beside the key. Entries of merged files may share it. */
  id: string
  /** The instant or the original text, and `HH:MM` when the file has the clock separately. */
  start: EntryStart
  /** The end or the duration; the end counts when there are both. */
  end: { instant: string | undefined; text: string }
  duration: { ms: number | undefined; text: string }
  roomKey: string
  /** Further rooms that show the session, in formats that have them. */
  otherRoomKeys?: readonly string[]
  links: LinkDraft[]
}

/** Position in the file: a line (and column) of text, or a path into JSON. Empty for the file as a whole. */
export interface SourcePosition {
  line?: number
  column?: number
  path?: string
}

/** Maximum characters that a message quotes from the file. */
export const maxQuotedCharacters = 60

/** A message of the report: a key of `locales/<lng>/import.json` and its parameters. */
export interface ImportMessage {
  key: string
  params?: Readonly<Record<string, string | number>>
}

/** An entry or file that cannot be imported. It is reported in one line. */
export interface ScheduleIssue {
  position: SourcePosition
  /** Label of the entry: its id and title. */
  entry?: string
  /** Identity of the entry, when it has one. A bad entry is still in the file and must not be cancelled. */
  key?: string
  messages: ImportMessage[]
}

/** A notice about data that is imported, but perhaps not as expected. */
export interface ScheduleNotice extends ImportMessage {
  position?: SourcePosition
  entry?: string
}

/** Thrown when a whole file cannot be read: damaged, hostile, or of an unknown format. */
export class InvalidScheduleError extends Error {
  readonly issue: ScheduleIssue

  constructor(key: string, params: ImportMessage['params'] = {}, position: SourcePosition = {}) {
    super(`${key} ${JSON.stringify(params)}`)
    this.name = 'InvalidScheduleError'
    this.issue = { position, messages: [{ key, params }] }
  }
}
