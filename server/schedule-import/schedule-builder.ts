import type { Localized } from '#contract/locale.ts'
import {
  maxQuotedCharacters,
  type ScheduleIssue,
  type ScheduleNotice,
  type ImportMessage,
} from './schedule.ts'
import { getAnyText, mapText } from './localized-text.ts'
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
import { formatEntryLabel, separateEntries, listLengthNotices, listOverlapNotices } from './slots.ts'
import { SpeakerList, type SpeakerDraft } from './speaker-list.ts'
import { addDuration, listUsedOffsets } from './times.ts'

/** File-level data of a schedule. */
export interface ScheduleHead {
  format: ScheduleFormat
  source: string
  conference: ConferenceHead
  /** Base URL of links without a host; empty when the file has none. */
  base?: string
}

/** Maximum characters of a session's texts, as its module defines them. */
const maxTitleCharacters = 500
const maxAbstractCharacters = 50_000
/** Maximum characters of a session's code, as its module defines it. */
const maxCodeCharacters = 64

/** Collects what a format parser finds, and separates good entries from bad ones. */
export class ScheduleBuilder {
  readonly #rooms = new Map<string, ImportedRoom>()
  readonly #tracks = new Map<string, ImportedTrack>()
  readonly #speakers = new SpeakerList()
  /** Entries of the file, before {@link build}. */
  readonly #drafts: SessionDraft[] = []
  /** Good entries. Their links are resolved at the end of {@link build}. */
  readonly #sessions: (Omit<ImportedSession, 'links'> & Pick<SessionDraft, 'links'>)[] = []
  /** Keys of all entries so far, good and bad: a second one is a duplicate. */
  readonly #keys = new Set<string>()
  readonly #issues: ScheduleIssue[] = []
  readonly #notices: ScheduleNotice[] = []

  /** Adds a room. The first room of a key wins, so a list at the start of a file precedes mentions in entries. */
  addRoom(room: ImportedRoom): void {
    if (room.key !== '' && !this.#rooms.has(room.key)) this.#rooms.set(room.key, room)
  }

  /** Adds a track; the first one of a key wins, as with rooms. */
  addTrack(track: ImportedTrack): void {
    if (track.key !== '' && !this.#tracks.has(track.key)) this.#tracks.set(track.key, track)
  }

  /** @returns a reference for the `speakerKeys` of entries */
  addSpeaker(speaker: SpeakerDraft): string {
    return this.#speakers.add(speaker)
  }

  addNotice(notice: ScheduleNotice): void {
    this.#notices.push(notice)
  }

  /** Adds an entry, which {@link build} checks. */
  addSession(draft: SessionDraft): void {
    this.#drafts.push(draft)
  }

  /** Resolves entries, speakers and links, which needs the whole file. */
  build({ base = '', ...head }: ScheduleHead): ImportedSchedule {
    const { drafts, notices } = separateEntries(this.#drafts)
    const speakerList = this.#speakers.resolve()
    this.#notices.push(...speakerList.notices, ...notices)
    for (const draft of drafts) this.#addDraft(draft, speakerList.findKey)
    const links = new LinkResolver(base)
    const sessions = this.#sessions.map((session) => ({ ...session, links: links.resolve(session.links) }))
    const speakers = speakerList.speakers.map((speaker) => ({
      ...speaker,
      links: links.resolve(speaker.links),
    }))
    const offsets = head.conference.timeZone === null ? listUsedOffsets(drafts.map(({ start }) => start)) : []
    const conference = { ...head.conference, offsets }
    return {
      ...head,
      conference,
      rooms: [...this.#rooms.values()],
      tracks: [...this.#tracks.values()],
      speakers,
      sessions,
      issues: this.#issues,
      notices: [
        ...this.#notices,
        ...links.listNotices(),
        ...listLengthNotices(sessions, conference),
        ...listOverlapNotices(sessions, this.#rooms),
      ],
    }
  }

  /** Adds an entry, or reports it as bad. A good entry has identity, title, start, positive duration and room. */
  #addDraft(draft: SessionDraft, findKey: (reference: string) => string): void {
    const entryLabel = formatEntryLabel(draft)
    const endsAt = this.#findEnd(draft)
    const messages = [
      ...this.#findIdentityIssues(draft),
      ...findEntryIssues(draft, endsAt),
      ...this.#findRoomIssues(draft),
    ]
    this.#keys.add(draft.key)
    if (messages.length > 0 || draft.start.instant === undefined || endsAt === undefined) {
      this.#issues.push({ position: draft.position, entry: entryLabel, key: draft.key, messages })
      return
    }
    const { trackKey, speakerKeys, otherRoomKeys } = this.#resolveReferences(draft, entryLabel)
    this.#sessions.push({
      ...this.#truncateTexts(draft, entryLabel),
      trackKey,
      otherRoomKeys,
      speakerKeys: [...new Set(speakerKeys.map(findKey))],
      startsAt: draft.start.instant,
      endsAt,
    })
  }

  /** Finds the end of an entry; undefined when its end, or its start or duration, is missing or wrong. */
  #findEnd({ start, end, duration }: SessionDraft): string | undefined {
    if (end.text !== '') return end.instant
    if (start.instant === undefined || duration.ms === undefined) return undefined
    return addDuration(start.instant, duration.ms)
  }

  #findIdentityIssues({ key, id }: SessionDraft): ImportMessage[] {
    if (key === '') return [{ key: 'entry.no_identity' }]
    return this.#keys.has(key) ? [{ key: 'entry.duplicate', params: { id: id || key } }] : []
  }

  #findRoomIssues({ roomKey }: SessionDraft): ImportMessage[] {
    if (roomKey === '') return [{ key: 'entry.no_room' }]
    return this.#rooms.has(roomKey) ? [] : [{ key: 'entry.unknown_room', params: { room: roomKey } }]
  }

  #truncateTexts(draft: SessionDraft, entryLabel: string) {
    const truncate = (text: Localized, max: number): Localized =>
      mapText(text, (value) => {
        if (value.length <= max) return value
        this.addNotice({ key: 'note.cut', params: { max }, position: draft.position, entry: entryLabel })
        return `${value.slice(0, max - 1).toWellFormed()}…`
      })
    const { key, type, state, language, trackKey, roomKey, speakerKeys, links } = draft
    return {
      key,
      code: draft.code === null ? null : draft.code.slice(0, maxCodeCharacters),
      type,
      state,
      language,
      trackKey,
      roomKey,
      speakerKeys,
      links,
      title: truncate(draft.title, maxTitleCharacters),
      subtitle: truncate(draft.subtitle, maxTitleCharacters),
      abstract: truncate(draft.abstract, maxAbstractCharacters),
    }
  }

  /** Drops references to tracks, speakers and rooms that the file does not have, with a notice for each. */
  #resolveReferences(
    draft: SessionDraft,
    entryLabel: string,
  ): Pick<ImportedSession, 'trackKey' | 'speakerKeys' | 'otherRoomKeys'> {
    const { position } = draft
    const trackKey = draft.trackKey !== null && this.#tracks.has(draft.trackKey) ? draft.trackKey : null
    if (draft.trackKey && trackKey === null)
      this.addNotice({
        key: 'note.unknown_track',
        params: { track: draft.trackKey },
        position,
        entry: entryLabel,
      })
    const speakerKeys = draft.speakerKeys.filter((key) => this.#speakers.has(key))
    for (const speaker of draft.speakerKeys.filter((key) => !this.#speakers.has(key)))
      this.addNotice({ key: 'note.unknown_speaker', params: { speaker }, position, entry: entryLabel })
    const otherRooms = [...new Set(draft.otherRoomKeys)].filter((room) => room !== draft.roomKey)
    for (const room of otherRooms)
      if (!this.#rooms.has(room))
        this.addNotice({ key: 'note.unknown_room', params: { room }, position, entry: entryLabel })
    return { trackKey, speakerKeys, otherRoomKeys: otherRooms.filter((key) => this.#rooms.has(key)) }
  }
}

/** Lists the issues of title, start and end. Without an end the duration counts. */
function findEntryIssues(
  { title, start, end, duration }: SessionDraft,
  endsAt: string | undefined,
): ImportMessage[] {
  const messages: ImportMessage[] = []
  if (getAnyText(title) === '') messages.push({ key: 'entry.no_title' })
  if (start.instant === undefined)
    messages.push(
      start.text === ''
        ? { key: 'entry.no_start' }
        : { key: 'entry.bad_start', params: { value: start.text.slice(0, maxQuotedCharacters) } },
    )
  if (end.text === '' && duration.text === '') messages.push({ key: 'entry.no_duration' })
  else if (end.text === '' ? duration.ms === undefined : end.instant === undefined)
    messages.push({
      key: end.text === '' ? 'entry.bad_duration' : 'entry.bad_end',
      params: { value: (end.text || duration.text).slice(0, maxQuotedCharacters) },
    })
  else if (start.instant !== undefined && (endsAt === undefined || endsAt <= start.instant))
    messages.push({ key: end.text === '' ? 'entry.not_positive' : 'entry.ends_before' })
  return messages
}
