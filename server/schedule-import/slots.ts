import { formatDateInTimeZone, toInstant } from '#contract/time.ts'
import type { ScheduleNotice } from './schedule-issue.ts'
import { anyText } from './localized-text.ts'
import type { SessionDraft, ImportedConference, ImportedRoom, ImportedSession } from './schedule.ts'

/**
 * Separates the entries of a file. A guid identifies one entry. In merged files an id may identify several. Without
 * both, the title identifies the entry. An entry at several times or in several rooms becomes several sessions; an
 * exact repetition is dropped.
 */
export function separateEntries(drafts: readonly SessionDraft[]): {
  drafts: SessionDraft[]
  notes: ScheduleNotice[]
} {
  const notes: ScheduleNotice[] = []
  const once = withoutRepetitions(drafts, notes)
  const named = splitSharedIds(nameByTitle(once, notes), notes)
  for (const [key, slots] of Map.groupBy(named, (draft) => draft.key)) {
    const times = new Set(slots.map(formatSlot)).size
    const [first] = slots
    if (key !== '' && first && times > 1)
      notes.push({ key: 'note.several_slots', params: { times }, entry: entryName(first) })
  }
  return { drafts: assignSlotKeys(named), notes }
}

/** Numbers the slots of an entry by time: the second slot of a key becomes `key/2`. A repeated slot keeps one key. */
export function assignSlotKeys(drafts: readonly SessionDraft[]): SessionDraft[] {
  const slotsOfKey = new Map<string, Map<string, SessionDraft>>()
  for (const draft of drafts) {
    const slots = slotsOfKey.get(draft.key) ?? new Map<string, SessionDraft>()
    slots.set(formatSlot(draft), draft)
    slotsOfKey.set(draft.key, slots)
  }
  const inOrder = new Map(
    [...slotsOfKey].map(([key, slots]) => [key, [...slots.keys()].toSorted((a, b) => (a < b ? -1 : 1))]),
  )
  return drafts.map((draft) => {
    const nth = (inOrder.get(draft.key)?.indexOf(formatSlot(draft)) ?? 0) + 1
    return draft.key !== '' && nth > 1 ? { ...draft, key: `${draft.key}/${nth}` } : draft
  })
}

/** Formats time and room. The time comes first, so that slots sort by time. */
function formatSlot({ start, roomKey }: SessionDraft): string {
  return JSON.stringify([start.instant ?? start.written, roomKey])
}

function withoutRepetitions(drafts: readonly SessionDraft[], notes: ScheduleNotice[]): SessionDraft[] {
  const seen = new Set<string>()
  return drafts.filter((draft) => {
    const text = JSON.stringify({ ...draft, place: null })
    if (seen.has(text) && draft.key !== '') {
      notes.push({ key: 'note.repeated', place: draft.place, entry: entryName(draft) })
      return false
    }
    seen.add(text)
    return true
  })
}

const hasTitleAlone = ({ key, title }: SessionDraft): boolean => key === '' && anyText(title) !== ''

/** Identifies entries without guid and id by their titles. The key begins with a space, which no id does. */
function nameByTitle(drafts: readonly SessionDraft[], notes: ScheduleNotice[]): SessionDraft[] {
  const count = drafts.filter(hasTitleAlone).length
  if (count > 0) notes.push({ key: 'note.no_id', params: { count } })
  return drafts.map((draft) => (hasTitleAlone(draft) ? { ...draft, key: ` ${anyText(draft.title)}` } : draft))
}

/** When entries of several titles share an id, those without a guid are identified by id and title. */
function splitSharedIds(drafts: readonly SessionDraft[], notes: ScheduleNotice[]): SessionDraft[] {
  const shared = new Set<string>()
  for (const [id, sharing] of Map.groupBy(drafts, (draft) => draft.id)) {
    const titles = new Set(sharing.map(({ title }) => anyText(title)))
    if (id === '' || titles.size < 2) continue
    shared.add(id)
    notes.push({ key: 'note.shared_id', params: { id, titles: titles.size } })
  }
  return drafts.map((draft) =>
    shared.has(draft.id) && draft.key === draft.id
      ? { ...draft, key: `${draft.id} ${anyText(draft.title)}` }
      : draft,
  )
}

/** Formats the label of an entry for messages: its id and the beginning of its title. */
export function entryName({ code, id, key, title }: SessionDraft): string {
  const text = anyText(title)
  const short = text.length > 60 ? `${text.slice(0, 59).toWellFormed()}…` : text
  return [code || id || (key.startsWith(' ') ? '' : key), short && `“${short}”`].filter(Boolean).join(' ')
}

const hourMs = 3_600_000

/** Creates a notice for each session that lasts longer than a day, or is outside of the conference's days. */
export function lengthNotes(
  sessions: readonly ImportedSession[],
  { startsOn, endsOn, timeZone, offsets }: ImportedConference,
): ScheduleNotice[] {
  const offsetMs = (offsets[0]?.minutes ?? 0) * 60_000
  const toDate = (instant: string): string =>
    timeZone === null
      ? toInstant(Date.parse(instant) + offsetMs).slice(0, 10)
      : formatDateInTimeZone(instant, timeZone)
  return sessions.flatMap<ScheduleNotice>(({ code, key, title, startsAt, endsAt }) => {
    const hours = (Date.parse(endsAt) - Date.parse(startsAt)) / hourMs
    const entry = [code ?? key, `“${anyText(title).slice(0, 60).toWellFormed()}”`].join(' ')
    if (hours > 24)
      return [{ key: 'note.long', params: { hours: Number(hours.toFixed(1)), end: endsAt }, entry }]
    // A session that ends at midnight belongs to the day before.
    const last = toInstant(Date.parse(endsAt) - 1000)
    if (startsOn !== null && toDate(startsAt) < startsOn)
      return [{ key: 'note.before_start', params: { start: startsAt, startsOn }, entry }]
    return endsOn !== null && toDate(last) > endsOn
      ? [{ key: 'note.after_end', params: { end: endsAt, endsOn }, entry }]
      : []
  })
}

/** Creates a notice for each session that starts in a room before the previous one ends. */
export function overlapNotes(
  sessions: readonly ImportedSession[],
  rooms: ReadonlyMap<string, ImportedRoom>,
): ScheduleNotice[] {
  const notes: ScheduleNotice[] = []
  const latestByRoom = new Map<string, ImportedSession>()
  const inOrder = sessions.filter(({ state }) => state === 'confirmed').toSorted(byStart)
  for (const session of inOrder) {
    const before = latestByRoom.get(session.roomKey)
    if (before && session.startsAt < before.endsAt) {
      const room = rooms.get(session.roomKey)
      notes.push({
        key: 'note.overlap',
        params: {
          first: anyText(before.title),
          second: anyText(session.title),
          room: room ? anyText(room.name) : session.roomKey,
          start: session.startsAt,
        },
      })
    }
    if (!before || before.endsAt < session.endsAt) latestByRoom.set(session.roomKey, session)
  }
  return notes
}

function byStart(a: ImportedSession, b: ImportedSession): number {
  if (a.startsAt === b.startsAt) return 0
  return a.startsAt < b.startsAt ? -1 : 1
}
