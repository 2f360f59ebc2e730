import { joinNames, type Locale, selectLocalizedText } from '#contract/locale.ts'
import type { ProgrammeItem } from './programme.ts'
import type { RoomRow } from './rows.ts'

/** Rooms in which a session is, its own first. */
export function roomsOf({ room, otherRooms = [] }: Pick<ProgrammeItem, 'room' | 'otherRooms'>): RoomRow[] {
  return room ? [room, ...otherRooms.filter(({ id }) => id !== room.id)] : [...otherRooms]
}

/** The names of all rooms of a session in a line; empty where it has none. */
export function roomNames(item: Pick<ProgrammeItem, 'room' | 'otherRooms'>, locale: Locale): string {
  return joinNames(
    roomsOf(item).map(({ name }) => selectLocalizedText(name, locale).text),
    locale,
  )
}
