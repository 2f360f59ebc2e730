import type { Note } from './fault.ts'
import { anyText } from './localized-text.ts'
import type { ImportedRoom, ImportedSession } from './schedule.ts'

/** A note for each session that begins in its room before another one has ended there. */
export function overlapNotes(
  sessions: readonly ImportedSession[],
  rooms: ReadonlyMap<string, ImportedRoom>,
): Note[] {
  const notes: Note[] = []
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
