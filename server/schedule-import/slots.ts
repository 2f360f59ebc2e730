import { formatDateInTimeZone, toInstant } from '#contract/time.ts'
import {
  maxQuotedCharacters,
  type ScheduleNotice,
  type SessionDraft,
  type ImportedConference,
  type ImportedRoom,
  type ImportedSession,
} from './schedule.ts'
import { getAnyText } from './localized-text.ts'

/**
 * Separates the entries of a file. A guid identifies one entry. In merged files an id may identify several. Without
 * both, the title identifies the entry. An entry at several times or in several rooms becomes several sessions; an
 * exact repetition is dropped.
 */
export function separateEntries(drafts: readonly SessionDraft[]): {
  drafts: SessionDraft[]
  notices: ScheduleNotice[]
} {
  const notices: ScheduleNotice[] = []
  const uniqueDrafts = dropRepetitions(drafts, notices)
  const identifiedDrafts = splitSharedIds(identifyByTitle(uniqueDrafts, notices), notices)
  for (const [key, slots] of Map.groupBy(identifiedDrafts, (draft) => draft.key)) {
    const times = new Set(slots.map(formatSlot)).size
    const [firstSlot] = slots
    if (key !== '' && firstSlot && times > 1)
      notices.push({ key: 'note.several_slots', params: { times }, entry: formatEntryLabel(firstSlot) })
  }
  return { drafts: assignSlotKeys(identifiedDrafts), notices }
}

/**
 * Numbers the slots of an entry, the times and rooms at which it takes place, by time: the second slot of a key becomes
 * `key/2`. A repeated slot keeps one key.
 */
export function assignSlotKeys(drafts: readonly SessionDraft[]): SessionDraft[] {
  const slotsByKey = new Map<string, Map<string, SessionDraft>>()
  for (const draft of drafts) {
    const slots = slotsByKey.get(draft.key) ?? new Map<string, SessionDraft>()
    slots.set(formatSlot(draft), draft)
    slotsByKey.set(draft.key, slots)
  }
  const sortedSlots = new Map(
    [...slotsByKey].map(([key, slots]) => [key, [...slots.keys()].toSorted((a, b) => (a < b ? -1 : 1))]),
  )
  return drafts.map((draft) => {
    const slotNumber = (sortedSlots.get(draft.key)?.indexOf(formatSlot(draft)) ?? 0) + 1
    return draft.key !== '' && slotNumber > 1 ? { ...draft, key: `${draft.key}/${slotNumber}` } : draft
  })
}

/** Formats time and room. The time comes first, so that slots sort by time. */
function formatSlot({ start, roomKey }: SessionDraft): string {
  return JSON.stringify([start.instant ?? start.text, roomKey])
}

/**
 * Drops entries that are equal to an earlier one in everything but their position in the file. Those without a key stay,
 * and get their own message.
 */
function dropRepetitions(drafts: readonly SessionDraft[], notices: ScheduleNotice[]): SessionDraft[] {
  const seenTexts = new Set<string>()
  return drafts.filter((draft) => {
    const text = JSON.stringify({ ...draft, position: null })
    if (seenTexts.has(text) && draft.key !== '') {
      notices.push({ key: 'note.repeated', position: draft.position, entry: formatEntryLabel(draft) })
      return false
    }
    seenTexts.add(text)
    return true
  })
}

/** Returns whether only its title can identify an entry. */
const hasTitleAlone = ({ key, title }: SessionDraft): boolean => key === '' && getAnyText(title) !== ''

/** Identifies entries without guid and id by their titles. The key begins with a space, which no id does. */
function identifyByTitle(drafts: readonly SessionDraft[], notices: ScheduleNotice[]): SessionDraft[] {
  const count = drafts.filter(hasTitleAlone).length
  if (count > 0) notices.push({ key: 'note.no_id', params: { count } })
  return drafts.map((draft) =>
    hasTitleAlone(draft) ? { ...draft, key: ` ${getAnyText(draft.title)}` } : draft,
  )
}

/** When entries of several titles share an id, those without a guid are identified by id and title. */
function splitSharedIds(drafts: readonly SessionDraft[], notices: ScheduleNotice[]): SessionDraft[] {
  const sharedIds = new Set<string>()
  for (const [id, sameIdDrafts] of Map.groupBy(drafts, (draft) => draft.id)) {
    const titles = new Set(sameIdDrafts.map(({ title }) => getAnyText(title)))
    if (id === '' || titles.size < 2) continue
    sharedIds.add(id)
    notices.push({ key: 'note.shared_id', params: { id, titles: titles.size } })
  }
  return drafts.map((draft) =>
    sharedIds.has(draft.id) && draft.key === draft.id
      ? { ...draft, key: `${draft.id} ${getAnyText(draft.title)}` }
      : draft,
  )
}

/** Formats the label of an entry for messages: its id and the beginning of its title. */
export function formatEntryLabel({ code, id, key, title }: SessionDraft): string {
  const text = getAnyText(title)
  const shortTitle =
    text.length > maxQuotedCharacters ? `${text.slice(0, maxQuotedCharacters - 1).toWellFormed()}…` : text
  return [code || id || (key.startsWith(' ') ? '' : key), shortTitle && `“${shortTitle}”`]
    .filter(Boolean)
    .join(' ')
}

const hourMs = 3_600_000

/** Creates a notice for each session that lasts longer than a day, or is outside of the conference's days. */
export function listLengthNotices(
  sessions: readonly ImportedSession[],
  { startsOn, endsOn, timeZone, offsets }: ImportedConference,
): ScheduleNotice[] {
  // A file without a zone has the days of its first offset.
  const offsetMs = (offsets[0]?.minutes ?? 0) * 60_000
  const toDate = (instant: string): string =>
    timeZone === null
      ? toInstant(Date.parse(instant) + offsetMs).slice(0, 10)
      : formatDateInTimeZone(instant, timeZone)
  return sessions.flatMap<ScheduleNotice>(({ code, key, title, startsAt, endsAt }) => {
    const hours = (Date.parse(endsAt) - Date.parse(startsAt)) / hourMs
    const entry = [code ?? key, `“${getAnyText(title).slice(0, maxQuotedCharacters).toWellFormed()}”`].join(
      ' ',
    )
    if (hours > 24)
      return [{ key: 'note.long', params: { hours: Number(hours.toFixed(1)), end: endsAt }, entry }]
    // A session that ends at midnight belongs to the day before.
    const lastInstant = toInstant(Date.parse(endsAt) - 1000)
    if (startsOn !== null && toDate(startsAt) < startsOn)
      return [{ key: 'note.before_start', params: { start: startsAt, startsOn }, entry }]
    return endsOn !== null && toDate(lastInstant) > endsOn
      ? [{ key: 'note.after_end', params: { end: endsAt, endsOn }, entry }]
      : []
  })
}

/** Creates a notice for each session that starts in a room before the previous one ends. */
export function listOverlapNotices(
  sessions: readonly ImportedSession[],
  rooms: ReadonlyMap<string, ImportedRoom>,
): ScheduleNotice[] {
  const notices: ScheduleNotice[] = []
  /** By room: of the sessions so far, the one that ends last. */
  const latestByRoom = new Map<string, ImportedSession>()
  const sortedSessions = sessions.filter(({ state }) => state === 'confirmed').toSorted(byStart)
  for (const session of sortedSessions) {
    const previous = latestByRoom.get(session.roomKey)
    if (previous && session.startsAt < previous.endsAt) {
      const room = rooms.get(session.roomKey)
      notices.push({
        key: 'note.overlap',
        params: {
          first: getAnyText(previous.title),
          second: getAnyText(session.title),
          room: room ? getAnyText(room.name) : session.roomKey,
          start: session.startsAt,
        },
      })
    }
    if (!previous || previous.endsAt < session.endsAt) latestByRoom.set(session.roomKey, session)
  }
  return notices
}

function byStart(a: ImportedSession, b: ImportedSession): number {
  if (a.startsAt === b.startsAt) return 0
  return a.startsAt < b.startsAt ? -1 : 1
}
