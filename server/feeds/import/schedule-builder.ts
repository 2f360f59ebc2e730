import type { Localized } from '#contract/locale.ts'
import type { Fault, Note, Place, Problem } from './fault.ts'
import { anyText, mapText } from './localized-text.ts'
import type {
  ImportedConference,
  ImportedRoom,
  ImportedSchedule,
  ImportedSession,
  ImportedSpeaker,
  ImportedTrack,
  ScheduleFormat,
} from './schedule.ts'
import { overlapNotes } from './overlaps.ts'
import { instantAfter } from './times.ts'

/** An entry as a format reads it, before anybody has asked whether it is whole. */
export interface SessionDraft extends Omit<ImportedSession, 'key' | 'startsAt' | 'endsAt' | 'roomKey'> {
  place: Place
  /** What tells it from every other entry, now and in later files. Empty: it has no identity. */
  key: string
  /** A second id that must not stand for two different sessions. */
  id: string
  /** The instant, or what the file has in its place. */
  start: { instant: string | undefined; written: string }
  /** Either the end or the duration; the end counts when there are both. */
  end: { instant: string | undefined; written: string }
  duration: { ms: number | undefined; written: string }
  roomKey: string
}

/** Most characters of a session's texts, as its module has them. */
const titleMax = 500
const abstractMax = 50_000

/** Collects what a format finds, and sorts good entries from bad ones. */
export class ScheduleBuilder {
  readonly #rooms = new Map<string, ImportedRoom>()
  readonly #tracks = new Map<string, ImportedTrack>()
  readonly #speakers = new Map<string, ImportedSpeaker>()
  readonly #sessions: ImportedSession[] = []
  readonly #placeOfKey = new Map<string, Place>()
  readonly #titleOfId = new Map<string, string>()
  readonly #faults: Fault[] = []
  readonly #notes: Note[] = []

  /** The first of a key wins, so that a list at the head of a file goes before mentions in its entries. */
  addRoom(room: ImportedRoom): void {
    if (room.key !== '' && !this.#rooms.has(room.key)) this.#rooms.set(room.key, room)
  }

  addTrack(track: ImportedTrack): void {
    if (track.key !== '' && !this.#tracks.has(track.key)) this.#tracks.set(track.key, track)
  }

  addSpeaker(speaker: ImportedSpeaker): void {
    if (speaker.key !== '' && !this.#speakers.has(speaker.key)) this.#speakers.set(speaker.key, speaker)
  }

  note(note: Note): void {
    this.#notes.push(note)
  }

  /** Takes an entry, or lists it as bad (operations.md: identity, title, start, positive duration, room). */
  addSession(draft: SessionDraft): void {
    const entry = nameOf(draft)
    const endsAt = this.#endOf(draft)
    const problems = [
      ...this.#identityProblems(draft),
      ...problemsOf(draft, endsAt),
      ...this.#roomProblems(draft),
    ]
    if (draft.key !== '' && !this.#placeOfKey.has(draft.key)) this.#placeOfKey.set(draft.key, draft.place)
    if (draft.id !== '' && !this.#titleOfId.has(draft.id)) this.#titleOfId.set(draft.id, anyText(draft.title))
    if (problems.length > 0 || draft.start.instant === undefined || endsAt === undefined) {
      this.#faults.push({ place: draft.place, entry, key: draft.key, problems })
      return
    }
    this.#sessions.push({
      ...this.#withinLimits(draft, entry),
      ...this.#known(draft, entry),
      startsAt: draft.start.instant,
      endsAt,
    })
  }

  /** @param head what the file says of the conference as a whole */
  build(head: { format: ScheduleFormat; source: string; conference: ImportedConference }): ImportedSchedule {
    return {
      ...head,
      rooms: [...this.#rooms.values()],
      tracks: [...this.#tracks.values()],
      speakers: [...this.#speakers.values()],
      sessions: this.#sessions,
      faults: this.#faults,
      notes: [...this.#notes, ...overlapNotes(this.#sessions, this.#rooms)],
    }
  }

  #endOf({ start, end, duration }: SessionDraft): string | undefined {
    if (end.written !== '') return end.instant
    if (start.instant === undefined || duration.ms === undefined) return undefined
    return instantAfter(start.instant, duration.ms)
  }

  #identityProblems({ key, id, title }: SessionDraft): Problem[] {
    if (key === '') return [{ key: 'entry.no_identity' }]
    const first = this.#placeOfKey.get(key)
    if (first) return [{ key: 'entry.duplicate', params: { id: id || key } }]
    // One session in several slots has one id and several keys; two sessions with one id is a fault.
    const other = id === '' ? undefined : this.#titleOfId.get(id)
    if (other !== undefined && other !== anyText(title)) return [{ key: 'entry.duplicate', params: { id } }]
    return []
  }

  #roomProblems({ roomKey }: SessionDraft): Problem[] {
    if (roomKey === '') return [{ key: 'entry.no_room' }]
    return this.#rooms.has(roomKey) ? [] : [{ key: 'entry.unknown_room', params: { room: roomKey } }]
  }

  #withinLimits(draft: SessionDraft, entry: string): Omit<ImportedSession, 'startsAt' | 'endsAt'> {
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

  /** References to tracks and speakers that the file does not have are dropped, and noted. */
  #known(draft: SessionDraft, entry: string): Pick<ImportedSession, 'trackKey' | 'speakerKeys'> {
    const { place } = draft
    const trackKey = draft.trackKey !== null && this.#tracks.has(draft.trackKey) ? draft.trackKey : null
    if (draft.trackKey && trackKey === null)
      this.note({ key: 'note.unknown_track', params: { track: draft.trackKey }, place, entry })
    const speakerKeys = [...new Set(draft.speakerKeys)].filter((key) => this.#speakers.has(key))
    const missing = draft.speakerKeys.filter((key) => !this.#speakers.has(key))
    for (const speaker of missing)
      this.note({ key: 'note.unknown_speaker', params: { speaker }, place, entry })
    return { trackKey, speakerKeys }
  }
}

function problemsOf({ title, start, end, duration }: SessionDraft, endsAt: string | undefined): Problem[] {
  const problems: Problem[] = []
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

/** How a message names an entry: its id and the beginning of its title. */
function nameOf({ code, id, key, title }: SessionDraft): string {
  const text = anyText(title)
  const short = text.length > 60 ? `${text.slice(0, 59).toWellFormed()}…` : text
  return [code || id || key, short && `“${short}”`].filter(Boolean).join(' ')
}
