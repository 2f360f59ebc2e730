import { type Locale, selectLocalizedText } from '#contract/locale.ts'
import {
  type FilterKey,
  getLanguageLabel,
  type Programme,
  type Track,
  getSessionTypeLabel,
} from '#features/programme/sessions'

/** Labels of a filter's value: in full, and short for a chip. */
export interface FilterLabel {
  full: string
  short: string
  track?: Track
}

/** Formats a filter's value in the current language; a value that left the programme keeps its id. */
export function formatFilterValue(
  programme: Programme,
  key: FilterKey,
  value: string,
  locale: Locale,
): FilterLabel {
  if (key === 'type') return same(getSessionTypeLabel(value, locale))
  if (key === 'lang') return same(getLanguageLabel(value, locale))
  if (key === 'room') {
    const room = programme.rooms.find((each) => each.id === value)
    return same(room ? selectLocalizedText(room.name, locale).text : value)
  }
  const track = programme.tracks.find((each) => each.id === value)
  if (!track) return same(value)
  const full = selectLocalizedText(track.name, locale).text
  return { full, short: track.code || full, track }
}

const same = (name: string): FilterLabel => ({ full: name, short: name })
