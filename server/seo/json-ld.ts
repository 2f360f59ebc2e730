import type { Event, Person, Place } from 'schema-dts'
import type { Locale } from '#contract/locale.ts'
import type { ForumSetting } from '#contract/forum.ts'
import { type PublicUrls, pathOf } from './public-urls.ts'
import {
  type Programme,
  roomsOf,
  type SessionRow,
  type SpeakerRow,
  type TrackRow,
  type RoomRow,
} from './public-rows.ts'
import { textIn, joinWords, withOffset } from './text.ts'
import { sharePicture } from './make-head.ts'

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

const status = {
  confirmed: 'https://schema.org/EventScheduled',
  cancelled: 'https://schema.org/EventCancelled',
} as const

interface SessionEventOptions {
  locale: Locale
  /** True when it stands within its sub-forum already. */
  isWithin?: boolean
}

/** A session with room and speakers, and the sub-forum that it is part of. */
export function sessionEvent(
  row: SessionRow,
  programme: Programme,
  addresses: PublicUrls,
  { locale, isWithin = false }: SessionEventOptions,
) {
  const { forum, speakers, tracks } = programme
  const places = roomsOf(row, programme).map((room) => roomPlace(room, forum, locale))
  const track = tracks.find(({ id }) => id === row.track)
  const performers = (row.speakers ?? []).flatMap((id) => speakers.get(id) ?? [])
  const description = textIn(row.abstract, locale)
  return {
    '@type': 'Event',
    '@id': addresses.page(pathOf.session(row.id)),
    name: textIn(row.title, locale),
    ...(description && { description }),
    startDate: withOffset(row.starts_at, forum.timeZone),
    endDate: withOffset(row.ends_at, forum.timeZone),
    url: addresses.page(pathOf.session(row.id), locale),
    ...(row.language && { inLanguage: row.language }),
    location: places.length > 1 ? places : (places[0] ?? roomPlace(undefined, forum, locale)),
    eventStatus: row.state === 'cancelled' ? status.cancelled : status.confirmed,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    ...(performers.length > 0 && { performer: performers.map((speaker) => person(speaker, locale)) }),
    ...(!isWithin && {
      superEvent: track
        ? {
            ...trackEvent(track, programme, addresses, locale),
            superEvent: forumReference(programme, addresses, locale),
          }
        : forumReference(programme, addresses, locale),
    }),
  } as const satisfies Event
}

function person({ name, organisation }: SpeakerRow, locale: Locale) {
  const of = textIn(organisation, locale)
  return {
    '@type': 'Person',
    name: textIn(name, locale),
    ...(of && { affiliation: { '@type': 'Organization', name: of } }),
  } as const satisfies Person
}

/** The forum, as what belongs to it refers to it. */
function forumReference({ forum }: Programme, addresses: PublicUrls, locale: Locale) {
  return {
    '@type': 'Event',
    '@id': addresses.page('/#forum'),
    name: textIn(forum.name, locale),
    startDate: forum.startsOn,
    location: venuePlace(forum, locale),
  } as const satisfies Event
}

/** A sub-forum. One without a time has the days of the forum. */
function trackEvent(
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

/** The venue. The country is not among what an organiser enters; the city is enough to find it. */
function venuePlace(forum: ForumSetting, locale: Locale) {
  const city = textIn(forum.city, locale)
  return {
    '@type': 'Place',
    name: textIn(forum.venue, locale) || city || textIn(forum.name, locale),
    ...(city && { address: { '@type': 'PostalAddress', addressLocality: city } }),
  } as const satisfies Place
}

/** A room in the venue; the venue itself where no room is named yet. */
function roomPlace(room: RoomRow | undefined, forum: ForumSetting, locale: Locale) {
  const venue = venuePlace(forum, locale)
  if (!room) return venue
  return {
    ...venue,
    name: textIn(room.name, locale),
    containedInPlace: venue,
  } as const satisfies Place
}
