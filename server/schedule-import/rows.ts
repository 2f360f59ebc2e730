import { createHash } from 'node:crypto'
import type { Localized } from '#contract/locale.ts'
import type { RowToWrite } from '#server/engine/write/write-rows.ts'
import { mapText } from './localized-text.ts'
import type { ImportedSchedule } from './schedule.ts'

/** Modules that an import writes, referenced modules first. */
export type ImportedModule = 'rooms' | 'tracks' | 'speakers' | 'sessions'

/** Hexadecimal digits of an id. With 64 bits, two of a million keys collide in one of 37 million imports. */
const idLength = 16

/** Derives a row's id from source and key. It is equal in every import. */
export function toRowId(source: string, key: string): string {
  return createHash('sha256')
    .update(JSON.stringify([source, key]))
    .digest('hex')
    .slice(0, idLength)
}

const beginsWithGuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/**
 * Creates a function that finds the stored key of a row. Guids are compared in lower case. A row once imported with
 * capitals keeps its key, and so the id that favourites use.
 */
export function createStoredKeyFinder(storedKeys: readonly string[]): (key: string) => string {
  const keysWithCapitals = storedKeys.filter((key) => beginsWithGuid.test(key) && key !== key.toLowerCase())
  const keysByLowerCase = new Map(keysWithCapitals.map((key) => [key.toLowerCase(), key]))
  return (key) => keysByLowerCase.get(key) ?? key
}

/**
 * Converts a schedule to rows in wire format.
 * @param findStoredKey of {@link createStoredKeyFinder}
 */
export function toRows(
  schedule: ImportedSchedule,
  findStoredKey: (key: string) => string,
): Record<ImportedModule, RowToWrite[]> {
  const { source } = schedule
  const toId = (key: string): string => toRowId(source, findStoredKey(key))
  const createSourceColumns = (key: string) => ({ id: toId(key), source, source_key: findStoredKey(key) })
  return {
    rooms: schedule.rooms.map((room, position) => ({
      ...createSourceColumns(room.key),
      position,
      name: truncate(room.name, 200),
      description: truncate(room.description, 5000),
      capacity: room.capacity !== null && room.capacity <= maxCapacity ? room.capacity : null,
    })),
    tracks: schedule.tracks.map((track, position) => ({
      ...createSourceColumns(track.key),
      position,
      name: truncate(track.name, 200),
      description: truncate(track.description, 20_000),
    })),
    speakers: schedule.speakers.map((speaker) => ({
      ...createSourceColumns(speaker.key),
      name: truncate(speaker.name, 200),
      biography: truncate(speaker.biography, 20_000),
      links: speaker.links,
    })),
    sessions: schedule.sessions.map((session) => ({
      ...createSourceColumns(session.key),
      code: session.code,
      type: session.type,
      state: session.state,
      title: session.title,
      subtitle: session.subtitle,
      abstract: session.abstract,
      language: session.language,
      starts_at: session.startsAt,
      ends_at: session.endsAt,
      track: session.trackKey === null ? null : toId(session.trackKey),
      room: toId(session.roomKey),
      other_rooms: session.otherRoomKeys.map(toId),
      speakers: session.speakerKeys.map(toId),
      links: session.links,
    })),
  }
}

/** Larger values are typing errors, and soon exceed PostgreSQL's integers. */
const maxCapacity = 1_000_000

/** Cuts names and descriptions to the size of their fields. */
function truncate(text: Localized, max: number): Localized {
  return mapText(text, (value) => (value.length > max ? `${value.slice(0, max - 1).toWellFormed()}…` : value))
}
