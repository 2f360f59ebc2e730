import type { Localized } from '#contract/locale.ts'
import type { ScheduleIssue, ScheduleNotice, SourcePosition } from './schedule-issue.ts'
import type { WrittenOffset, WrittenStart } from './times.ts'
import type { LinkDraft } from './links.ts'

/** What each import format is turned into: plain data, no ids of ours, every instant in UTC. */
export interface ImportedSchedule {
  format: ScheduleFormat
  /** Stable identity of the conference, the same in every later file of it. */
  source: string
  conference: ImportedConference
  rooms: ImportedRoom[]
  tracks: ImportedTrack[]
  speakers: ImportedSpeaker[]
  /** Good entries only. */
  sessions: ImportedSession[]
  /** Entries that cannot be taken, one each. */
  faults: ScheduleIssue[]
  /** What was taken, yet is worth a look. */
  notes: ScheduleNotice[]
}

export type ScheduleFormat =
  | 'schedule.xml'
  | 'schedule.json v1'
  | 'schedule.json v2'
  | 'pretalx'
  | 'pretalx REST'
  | 'COSCUP'

/** What the head of a file says of the conference. Texts are empty and the rest null where it is silent. */
export interface ConferenceHead {
  title: string
  acronym: string
  city: string
  venue: string
  /** IANA name, already known to be a real one. */
  timeZone: string | null
  /** Calendar date, in the conference's zone. */
  startsOn: string | null
  endsOn: string | null
}

export interface ImportedConference extends ConferenceHead {
  /** Where a file has no zone, the offsets that its times are written with. */
  offsets: WrittenOffset[]
}

export interface ImportedRoom {
  key: string
  name: Localized
  description: Localized
  capacity: number | null
}

export interface ImportedTrack {
  key: string
  name: Localized
  description: Localized
}

export interface ImportedSpeaker {
  key: string
  name: Localized
  biography: Localized
  links: ImportedLink[]
}

export interface ImportedLink {
  url: string
  title: string
}

/** The values of the field `type` of the module of sessions that a file can lead to. */
export type ImportedSessionType =
  | 'ceremony'
  | 'keynote'
  | 'talk'
  | 'panel'
  | 'workshop'
  | 'tour'
  | 'break'
  | 'other'

export interface ImportedSession {
  key: string
  code: string | null
  type: ImportedSessionType
  state: 'confirmed' | 'cancelled'
  title: Localized
  subtitle: Localized
  abstract: Localized
  /** BCP 47 tag of the language spoken. */
  language: string | null
  startsAt: string
  endsAt: string
  trackKey: string | null
  roomKey: string
  /** Rooms in which it is seen as well. */
  otherRoomKeys: string[]
  speakerKeys: string[]
  links: ImportedLink[]
}

/** An entry as a format reads it, before anybody has asked whether it is whole. */
export interface SessionDraft extends Omit<
  ImportedSession,
  'key' | 'startsAt' | 'endsAt' | 'roomKey' | 'otherRoomKeys' | 'links'
> {
  place: SourcePosition
  /** What tells it from every other entry, now and in later files. Empty: it has no identity. */
  key: string
  /** A number beside the key; entries of joined files may share it. */
  id: string
  /** The instant, or what the file has in its place; and `HH:MM` where the file has the clock apart. */
  start: WrittenStart
  /** Either the end or the duration; the end counts when there are both. */
  end: { instant: string | undefined; written: string }
  duration: { ms: number | undefined; written: string }
  roomKey: string
  /** Rooms in which it is seen as well, where a format tells them. */
  otherRoomKeys?: readonly string[]
  links: LinkDraft[]
}
