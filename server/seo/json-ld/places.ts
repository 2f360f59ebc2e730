import type { ForumSetting } from '#contract/forum.ts'
import type { Locale } from '#contract/locale.ts'
import type { Place } from 'schema-dts'
import type { RoomRow } from '../rows.ts'
import { textIn } from '../text.ts'

/** The venue. The country is not among what an organiser enters; the city is enough to find it. */
export function venuePlace(forum: ForumSetting, locale: Locale) {
  const city = textIn(forum.city, locale)
  return {
    '@type': 'Place',
    name: textIn(forum.venue, locale) || city || textIn(forum.name, locale),
    ...(city && { address: { '@type': 'PostalAddress', addressLocality: city } }),
  } as const satisfies Place
}

/** A room in the venue; the venue itself where no room is named yet. */
export function roomPlace(room: RoomRow | undefined, forum: ForumSetting, locale: Locale) {
  const venue = venuePlace(forum, locale)
  if (!room) return venue
  return {
    ...venue,
    name: textIn(room.name, locale),
    containedInPlace: venue,
  } as const satisfies Place
}
