import type { Locale } from '#contract/locale.ts'
import type { Event } from 'schema-dts'
import type { PublicUrls } from '../public-urls.ts'
import type { Programme } from '../programme.ts'
import type { SessionRow } from '../rows.ts'
import { textIn } from '../text.ts'
import { sharePicture } from '../heads/make-head.ts'
import { sessionEvent } from './session-event.ts'
import { forumReference, trackEvent } from './super-events.ts'

/** The forum with its sub-forums, as home tells of it. */
export function forumEvent(programme: Programme, addresses: PublicUrls, locale: Locale) {
  const { forum, organisers, tracks } = programme
  return {
    ...forumReference(programme, addresses, locale),
    '@type': 'Event',
    endDate: forum.endsOn,
    url: addresses.page('/', locale),
    image: addresses.asset(sharePicture.path),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    ...(organisers.length > 0 && {
      organizer: organisers.map(
        ({ name, url }) =>
          ({ '@type': 'Organization', name: textIn(name, locale), ...(url && { url }) }) as const,
      ),
    }),
    subEvent: tracks.map((track) => trackEvent(track, programme, addresses, locale)),
  } as const satisfies Event
}

/** Everything: the forum, its sub-forums, and their sessions; those of none belong to the forum itself. */
export function wholeForumEvent(programme: Programme, addresses: PublicUrls, locale: Locale) {
  const { sessions, tracks } = programme
  const eventOf = (row: SessionRow) => sessionEvent(row, programme, addresses, { locale, isWithin: true })
  const known = new Set(tracks.map(({ id }) => id))
  const byTrack = Map.groupBy(sessions, ({ track }) => (track && known.has(track) ? track : ''))
  const events = tracks.map((track) => ({
    ...trackEvent(track, programme, addresses, locale),
    subEvent: (byTrack.get(track.id) ?? []).map(eventOf),
  }))
  return {
    ...forumEvent(programme, addresses, locale),
    subEvent: [...events, ...(byTrack.get('') ?? []).map(eventOf)],
  } as const satisfies Event
}
