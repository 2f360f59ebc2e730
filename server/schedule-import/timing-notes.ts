import type { ScheduleNotice } from './schedule-issue.ts'
import { formatDateInTimeZone, toInstant } from '#contract/time.ts'
import { anyText } from './localized-text.ts'
import type { ImportedConference, ImportedRoom, ImportedSession } from './schedule.ts'

const hourMs = 3_600_000

/** A note for each session that lasts longer than a day, or stands on a day before or after the conference. */
export function lengthNotes(
  sessions: readonly ImportedSession[],
  { startsOn, endsOn, timeZone, offsets }: ImportedConference,
): ScheduleNotice[] {
  const offsetMs = (offsets[0]?.minutes ?? 0) * 60_000
  const dateOf = (instant: string): string =>
    timeZone === null
      ? toInstant(Date.parse(instant) + offsetMs).slice(0, 10)
      : formatDateInTimeZone(instant, timeZone)
  return sessions.flatMap<ScheduleNotice>(({ code, key, title, startsAt, endsAt }) => {
    const hours = (Date.parse(endsAt) - Date.parse(startsAt)) / hourMs
    const entry = [code ?? key, `“${anyText(title).slice(0, 60).toWellFormed()}”`].join(' ')
    if (hours > 24)
      return [{ key: 'note.long', params: { hours: Number(hours.toFixed(1)), end: endsAt }, entry }]
    // A session that ends at midnight ends on the day before.
    const last = toInstant(Date.parse(endsAt) - 1000)
    if (startsOn !== null && dateOf(startsAt) < startsOn)
      return [{ key: 'note.before_start', params: { start: startsAt, startsOn }, entry }]
    return endsOn !== null && dateOf(last) > endsOn
      ? [{ key: 'note.after_end', params: { end: endsAt, endsOn }, entry }]
      : []
  })
}

/** A note for each session that begins in its room before another one has ended there. */
export function overlapNotes(
  sessions: readonly ImportedSession[],
  rooms: ReadonlyMap<string, ImportedRoom>,
): ScheduleNotice[] {
  const notes: ScheduleNotice[] = []
  const held = new Map<string, ImportedSession>()
  const inOrder = sessions.filter(({ state }) => state === 'confirmed').toSorted(byStart)
  for (const session of inOrder) {
    const before = held.get(session.roomKey)
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
    if (!before || before.endsAt < session.endsAt) held.set(session.roomKey, session)
  }
  return notes
}

function byStart(a: ImportedSession, b: ImportedSession): number {
  if (a.startsAt === b.startsAt) return 0
  return a.startsAt < b.startsAt ? -1 : 1
}
