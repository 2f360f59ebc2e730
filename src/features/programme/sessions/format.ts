import { type Locale, joinNames, selectLocalizedText } from '#contract/locale.ts'
import { sessionTypes } from '#contract/modules/session-types.ts'
import { formatTimeInTimeZone } from '#contract/time.ts'
import { formatDate } from '#platform/forum-time.ts'
import type { ProgrammeItem, RoomRow } from './programme.ts'

/** Date patterns of Day.js. */
const dayPatterns = {
  'zh-CN': { short: 'ddd D日', long: 'M月D日dddd' },
  en: { short: 'ddd D', long: 'dddd D MMMM' },
} as const

/** Formats a forum day: short for tabs (`Wed 6`, `周三 6日`), long for headings. */
export function formatDayLabel(day: string, locale: Locale, form: 'short' | 'long'): string {
  return formatDate(day, locale, dayPatterns[locale][form])
}

/** Formats `10:00–10:30` in the forum's time zone. */
export function formatTimeRange(item: ProgrammeItem, timeZone: string): string {
  return `${formatTimeInTimeZone(item.startMs, timeZone)}–${formatTimeInTimeZone(item.endMs, timeZone)}`
}

/** Returns the name of a spoken language, without its region; the tag itself when it is unknown. */
export function getLanguageLabel(tag: string, locale: Locale): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag.split('-')[0] ?? tag) ?? tag
  } catch {
    // `Intl` throws for what is no language tag. A value of the agenda's URL can be anything.
    return tag
  }
}

/** Returns the name of a session type; the value itself when the server is newer than this app. */
export function getSessionTypeLabel(type: string, locale: Locale): string {
  return sessionTypes.find((option) => option.value === type)?.label[locale] ?? type
}

/** Lists the rooms of a session: the one where it takes place first, then further ones for which it counts. */
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
