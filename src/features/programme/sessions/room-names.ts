import { joinNames, type Locale, selectLocalizedText } from '#contract/locale.ts'
import type { ProgrammeItem } from './programme.ts'
import type { RoomRow } from './rows.ts'

/** Lists the rooms of a session, its own first. */
export function listRooms({ room, otherRooms = [] }: Pick<ProgrammeItem, 'room' | 'otherRooms'>): RoomRow[] {
  return room ? [room, ...otherRooms.filter(({ id }) => id !== room.id)] : [...otherRooms]
}

/** Formats the names of a session's rooms; empty when it has none. */
export function formatRoomNames(item: Pick<ProgrammeItem, 'room' | 'otherRooms'>, locale: Locale): string {
  return joinNames(
    listRooms(item).map(({ name }) => selectLocalizedText(name, locale).text),
    locale,
  )
}
