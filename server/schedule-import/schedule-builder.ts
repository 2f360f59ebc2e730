import type { Localized } from '#contract/locale.ts'
import type { ScheduleIssue, ScheduleNotice, IssueMessage } from './schedule-issue.ts'
import { anyText, mapText } from './localized-text.ts'
import type {
  ConferenceHead,
  ImportedRoom,
  ImportedSchedule,
  ImportedSession,
  ImportedTrack,
  ScheduleFormat,
  SessionDraft,
} from './schedule.ts'
import { LinkResolver } from './links.ts'
import { entryName, separateEntries, lengthNotes, overlapNotes } from './slots.ts'
import { SpeakerList, type SpeakerDraft } from './speaker-list.ts'
import { addDuration, writtenOffsets } from './times.ts'

/** File-level data of a schedule. */
export interface ScheduleHead {
  format: ScheduleFormat
  source: string
  conference: ConferenceHead
  /** Base URL of links without a host; empty when the file names none. */
  base?: string
}

/** Maximum characters of a session's texts, as its module defines them. */
const titleMax = 500
const abstractMax = 50_000

/** Collects what a format parser finds, and separates good entries from bad ones. */
export class ScheduleBuilder {
  readonly #rooms = new Map<string, ImportedRoom>()
  readonly #tracks = new Map<string, ImportedTrack>()
  readonly #speakers = new SpeakerList()
  readonly #drafts: SessionDraft[] = []
  readonly #sessions: (Omit<ImportedSession, 'links'> & Pick<SessionDraft, 'links'>)[] = []
  readonly #keys = new Set<string>()
  readonly #faults: ScheduleIssue[] = []
  readonly #notes: ScheduleNotice[] = []

  /** The first room of a key wins, so a list at the start of a file precedes mentions in entries. */
  addRoom(room: ImportedRoom): void {
    if (room.key !== '' && !this.#rooms.has(room.key)) this.#rooms.set(room.key, room)
  }

  addTrack(track: ImportedTrack): void {
    if (track.key !== '' && !this.#tracks.has(track.key)) this.#tracks.set(track.key, track)
  }

  /** @returns a reference for the `speakerKeys` of entries */
  addSpeaker(speaker: SpeakerDraft): string {
    return this.#speakers.add(speaker)
  }

  note(note: ScheduleNotice): void {
    this.#notes.push(note)
  }

  addSession(draft: SessionDraft): void {
    this.#drafts.push(draft)
  }

  /** Resolves entries, speakers and links, which needs the whole file. */
  build({ base = '', ...head }: ScheduleHead): ImportedSchedule {
    const { drafts, notes } = separateEntries(this.#drafts)
    const people = this.#speakers.settle()
    this.#notes.push(...people.notes, ...notes)
    for (const draft of drafts) this.#takeSession(draft, people.keyOf)
    const links = new LinkResolver(base)
    const sessions = this.#sessions.map((session) => ({ ...session, links: links.resolve(session.links) }))
    const speakers = people.speakers.map((speaker) => ({ ...speaker, links: links.resolve(speaker.links) }))
    const offsets = head.conference.timeZone === null ? writtenOffsets(drafts.map(({ start }) => start)) : []
    const conference = { ...head.conference, offsets }
    return {
      ...head,
      conference,
      rooms: [...this.#rooms.values()],
      tracks: [...this.#tracks.values()],
      speakers,
      sessions,
      faults: this.#faults,
      notes: [
        ...this.#notes,
        ...links.notes(),
        ...lengthNotes(sessions, conference),
        ...overlapNotes(sessions, this.#rooms),
      ],
    }
  }

  /** Adds an entry, or reports it as bad. A good entry has identity, title, start, positive duration and room. */
  #takeSession(draft: SessionDraft, findKey: (reference: string) => string): void {
    const entry = entryName(draft)
    const endsAt = this.#endOf(draft)
    const problems = [
      ...this.#identityProblems(draft),
      ...findEntryIssues(draft, endsAt),
      ...this.#roomProblems(draft),
    ]
    this.#keys.add(draft.key)
    if (problems.length > 0 || draft.start.instant === undefined || endsAt === undefined) {
      this.#faults.push({ place: draft.place, entry, key: draft.key, problems })
      return
    }
    const { trackKey, speakerKeys, otherRoomKeys } = this.#known(draft, entry)
    this.#sessions.push({
      ...this.#withinLimits(draft, entry),
      trackKey,
      otherRoomKeys,
      speakerKeys: [...new Set(speakerKeys.map(findKey))],
      startsAt: draft.start.instant,
      endsAt,
    })
  }

  #endOf({ start, end, duration }: SessionDraft): string | undefined {
    if (end.written !== '') return end.instant
    if (start.instant === undefined || duration.ms === undefined) return undefined
    return addDuration(start.instant, duration.ms)
  }

  #identityProblems({ key, id }: SessionDraft): IssueMessage[] {
    if (key === '') return [{ key: 'entry.no_identity' }]
    return this.#keys.has(key) ? [{ key: 'entry.duplicate', params: { id: id || key } }] : []
  }

  #roomProblems({ roomKey }: SessionDraft): IssueMessage[] {
    if (roomKey === '') return [{ key: 'entry.no_room' }]
    return this.#rooms.has(roomKey) ? [] : [{ key: 'entry.unknown_room', params: { room: roomKey } }]
  }

  #withinLimits(draft: SessionDraft, entry: string) {
    const cut = (text: Localized, max: number): Localized =>
      mapText(text, (one) => {
        if (one.length <= max) return one
        this.note({ key: 'note.cut', params: { max }, place: draft.place, entry })
        return `${one.slice(0, max - 1).toWellFormed()}…`
      })
    const { key, type, state, language, trackKey, roomKey, speakerKeys, links } = draft
    return {
      key,
      code: draft.code === null ? null : draft.code.slice(0, 64),
      type,
      state,
      language,
      trackKey,
      roomKey,
      speakerKeys,
      links,
      title: cut(draft.title, titleMax),
      subtitle: cut(draft.subtitle, titleMax),
      abstract: cut(draft.abstract, abstractMax),
    }
  }

  /** Drops references to tracks, speakers and rooms that the file does not have, and notes them. */
  #known(
    draft: SessionDraft,
    entry: string,
  ): Pick<ImportedSession, 'trackKey' | 'speakerKeys' | 'otherRoomKeys'> {
    const { place } = draft
    const trackKey = draft.trackKey !== null && this.#tracks.has(draft.trackKey) ? draft.trackKey : null
    if (draft.trackKey && trackKey === null)
      this.note({ key: 'note.unknown_track', params: { track: draft.trackKey }, place, entry })
    const speakerKeys = draft.speakerKeys.filter((key) => this.#speakers.has(key))
    for (const speaker of draft.speakerKeys.filter((key) => !this.#speakers.has(key)))
      this.note({ key: 'note.unknown_speaker', params: { speaker }, place, entry })
    const others = [...new Set(draft.otherRoomKeys)].filter((room) => room !== draft.roomKey)
    for (const room of others)
      if (!this.#rooms.has(room)) this.note({ key: 'note.unknown_room', params: { room }, place, entry })
    return { trackKey, speakerKeys, otherRoomKeys: others.filter((key) => this.#rooms.has(key)) }
  }
}

function findEntryIssues(
  { title, start, end, duration }: SessionDraft,
  endsAt: string | undefined,
): IssueMessage[] {
  const problems: IssueMessage[] = []
  if (anyText(title) === '') problems.push({ key: 'entry.no_title' })
  if (start.instant === undefined)
    problems.push(
      start.written === ''
        ? { key: 'entry.no_start' }
        : { key: 'entry.bad_start', params: { value: start.written.slice(0, 60) } },
    )
  if (end.written === '' && duration.written === '') problems.push({ key: 'entry.no_duration' })
  else if (end.written === '' ? duration.ms === undefined : end.instant === undefined)
    problems.push({
      key: end.written === '' ? 'entry.bad_duration' : 'entry.bad_end',
      params: { value: (end.written || duration.written).slice(0, 60) },
    })
  else if (start.instant !== undefined && (endsAt === undefined || endsAt <= start.instant))
    problems.push({ key: end.written === '' ? 'entry.not_positive' : 'entry.ends_before' })
  return problems
}
