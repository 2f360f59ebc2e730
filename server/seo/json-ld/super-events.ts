import type { Locale } from '#contract/locale.ts'
import type { Event } from 'schema-dts'
import { pathOf, type PublicUrls } from '../public-urls.ts'
import type { Programme } from '../programme.ts'
import type { TrackRow } from '../rows.ts'
import { joinWords, textIn } from '../text.ts'
import { withOffset } from '../times.ts'
import { roomPlace, venuePlace } from './places.ts'

/** The forum, as what belongs to it refers to it. */
export function forumReference({ forum }: Programme, addresses: PublicUrls, locale: Locale) {
  return {
    '@type': 'Event',
    '@id': addresses.page('/#forum'),
    name: textIn(forum.name, locale),
    startDate: forum.startsOn,
    location: venuePlace(forum, locale),
  } as const satisfies Event
}

/** A sub-forum. One without a time has the days of the forum. */
export function trackEvent(
  track: TrackRow,
  { forum, rooms }: Pick<Programme, 'forum' | 'rooms'>,
  addresses: PublicUrls,
  locale: Locale,
) {
  const description = textIn(track.description, locale)
  return {
    '@type': 'Event',
    '@id': addresses.page(pathOf.track(track.id)),
    name: joinWords([track.code ?? undefined, textIn(track.name, locale)], ' '),
    ...(description && { description }),
    startDate: track.starts_at ? withOffset(track.starts_at, forum.timeZone) : forum.startsOn,
    endDate: track.ends_at ? withOffset(track.ends_at, forum.timeZone) : forum.endsOn,
    url: addresses.page(pathOf.track(track.id)),
    location: roomPlace(rooms.get(track.room ?? ''), forum, locale),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
  } as const satisfies Event
}
