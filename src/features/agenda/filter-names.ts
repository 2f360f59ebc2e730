import { type Locale, selectLocalizedText } from '#contract/locale.ts'
import { type FilterKey, languageLabel, type Programme, type Track, typeLabel } from '#features/sessions'

/** What a filter's value is called: in full, and short for a chip. */
export interface ChoiceName {
  full: string
  short: string
  track?: Track
}

/** Names a filter's value in the reader's language; one that is gone from the programme keeps its id. */
export function nameChoice(programme: Programme, key: FilterKey, value: string, locale: Locale): ChoiceName {
  if (key === 'type') return same(typeLabel(value, locale))
  if (key === 'lang') return same(languageLabel(value, locale))
  if (key === 'room') {
    const room = programme.rooms.find((each) => each.id === value)
    return same(room ? selectLocalizedText(room.name, locale).text : value)
  }
  const track = programme.tracks.find((each) => each.id === value)
  if (!track) return same(value)
  const full = selectLocalizedText(track.name, locale).text
  return { full, short: track.code || full, track }
}

const same = (name: string): ChoiceName => ({ full: name, short: name })
