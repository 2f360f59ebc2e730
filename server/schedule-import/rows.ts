import { createHash } from 'node:crypto'
import type { Localized } from '#contract/locale.ts'
import type { RowToWrite } from '#server/engine/write/write-rows.ts'
import { mapText } from './localized-text.ts'
import type { ImportedSchedule } from './schedule.ts'

/** The modules that an import writes, those that others refer to first. */
export type ImportedModule = 'rooms' | 'tracks' | 'speakers' | 'sessions'

/** Hexadecimal digits of an id: 64 bits, so that two of a million keys meet once in 37 million imports. */
const idLength = 16

/** The id of a row, the same whenever and wherever its key of its source is imported. */
export function toRowId(source: string, key: string): string {
  return createHash('sha256')
    .update(JSON.stringify([source, key]))
    .digest('hex')
    .slice(0, idLength)
}

const beginsWithGuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/**
 * Finds under which key a row is stored. Guids are read in small letters; a row that was once imported under one in
 * capitals keeps that, and with it the id by which people have marked it.
 */
export function createStoredKeyOf(storedKeys: readonly string[]): (key: string) => string {
  const inCapitals = storedKeys.filter((key) => beginsWithGuid.test(key) && key !== key.toLowerCase())
  const stored = new Map(inCapitals.map((key) => [key.toLowerCase(), key]))
  return (key) => stored.get(key) ?? key
}

/**
 * The rows of a schedule in the shape of the wire.
 * @param storedKeyOf of {@link createStoredKeyOf}
 */
export function toRows(
  schedule: ImportedSchedule,
  storedKeyOf: (key: string) => string,
): Record<ImportedModule, RowToWrite[]> {
  const { source } = schedule
  const idOf = (key: string): string => toRowId(source, storedKeyOf(key))
  const origin = (key: string) => ({ id: idOf(key), source, source_key: storedKeyOf(key) })
  return {
    rooms: schedule.rooms.map((room, position) => ({
      ...origin(room.key),
      position,
      name: cut(room.name, 200),
      description: cut(room.description, 5000),
      capacity: room.capacity !== null && room.capacity <= maxCapacity ? room.capacity : null,
    })),
    tracks: schedule.tracks.map((track, position) => ({
      ...origin(track.key),
      position,
      name: cut(track.name, 200),
      description: cut(track.description, 20_000),
    })),
    speakers: schedule.speakers.map((speaker) => ({
      ...origin(speaker.key),
      name: cut(speaker.name, 200),
      biography: cut(speaker.biography, 20_000),
      links: speaker.links,
    })),
    sessions: schedule.sessions.map((session) => ({
      ...origin(session.key),
      code: session.code,
      type: session.type,
      state: session.state,
      title: session.title,
      subtitle: session.subtitle,
      abstract: session.abstract,
      language: session.language,
      starts_at: session.startsAt,
      ends_at: session.endsAt,
      track: session.trackKey === null ? null : idOf(session.trackKey),
      room: idOf(session.roomKey),
      other_rooms: session.otherRoomKeys.map(idOf),
      speakers: session.speakerKeys.map(idOf),
      links: session.links,
    })),
  }
}

/** Seats beyond this are a slip of the keyboard, and too many for an integer of PostgreSQL soon after. */
const maxCapacity = 1_000_000

/** Names and descriptions are cut to what their fields hold. */
function cut(text: Localized, max: number): Localized {
  return mapText(text, (one) => (one.length > max ? `${one.slice(0, max - 1).toWellFormed()}…` : one))
}
