import type { Event, Person, Place } from 'schema-dts'
import type { Locale } from '#contract/locale.ts'
import type { ForumSetting } from '#contract/forum.ts'
import { type PublicUrls, pagePaths } from './public-urls.ts'
import {
  type Programme,
  listSessionRooms,
  type SessionRow,
  type SpeakerRow,
  type TrackRow,
  type RoomRow,
} from './public-rows.ts'
import { selectText, joinSegments, formatWithOffset } from './text.ts'
import { sharePicture } from './make-head.ts'

/** The forum with its sub-forums, for the home page. */
export function createForumEvent(programme: Programme, urls: PublicUrls, locale: Locale) {
  const { forum, organisers, tracks } = programme
  return {
    ...createForumReference(programme, urls, locale),
    '@type': 'Event',
    endDate: forum.endsOn,
    url: urls.page('/', locale),
    image: urls.asset(sharePicture.path),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    ...(organisers.length > 0 && {
      organizer: organisers.map(
        ({ name, url }) =>
          ({ '@type': 'Organization', name: selectText(name, locale), ...(url && { url }) }) as const,
      ),
    }),
    subEvent: tracks.map((track) => createTrackEvent(track, programme, urls, locale)),
  } as const satisfies Event
}

/**
 * The whole programme: the forum, its sub-forums and their sessions. Sessions without a sub-forum belong to the forum
 * itself.
 */
export function createFullForumEvent(programme: Programme, urls: PublicUrls, locale: Locale) {
  const { sessions, tracks } = programme
  const toEvent = (row: SessionRow) => createSessionEvent(row, programme, urls, { locale, isNested: true })
  const trackIds = new Set(tracks.map(({ id }) => id))
  const byTrack = Map.groupBy(sessions, ({ track }) => (track && trackIds.has(track) ? track : ''))
  const events = tracks.map((track) => ({
    ...createTrackEvent(track, programme, urls, locale),
    subEvent: (byTrack.get(track.id) ?? []).map(toEvent),
  }))
  return {
    ...createForumEvent(programme, urls, locale),
    subEvent: [...events, ...(byTrack.get('') ?? []).map(toEvent)],
  } as const satisfies Event
}

/** Status of an event in schema.org, by the state of its session. */
const eventStatuses = {
  confirmed: 'https://schema.org/EventScheduled',
  cancelled: 'https://schema.org/EventCancelled',
} as const

/** Options of {@link createSessionEvent}. */
interface SessionEventOptions {
  locale: Locale
  /** True inside the event of its sub-forum or of the forum: then the session names no `superEvent`. */
  isNested?: boolean
}

/** A session with its rooms, speakers and sub-forum. */
export function createSessionEvent(
  row: SessionRow,
  programme: Programme,
  urls: PublicUrls,
  { locale, isNested = false }: SessionEventOptions,
) {
  const { forum, speakers, tracks } = programme
  const roomPlaces = listSessionRooms(row, programme).map((room) => createRoomPlace(room, forum, locale))
  const track = tracks.find(({ id }) => id === row.track)
  const performers = (row.speakers ?? []).flatMap((id) => speakers.get(id) ?? [])
  const description = selectText(row.abstract, locale)
  return {
    '@type': 'Event',
    // Identifies the event, so it is the same in every language.
    '@id': urls.page(pagePaths.session(row.id)),
    name: selectText(row.title, locale),
    ...(description && { description }),
    startDate: formatWithOffset(row.starts_at, forum.timeZone),
    endDate: formatWithOffset(row.ends_at, forum.timeZone),
    url: urls.page(pagePaths.session(row.id), locale),
    ...(row.language && { inLanguage: row.language }),
    location:
      roomPlaces.length > 1 ? roomPlaces : (roomPlaces[0] ?? createRoomPlace(undefined, forum, locale)),
    eventStatus: row.state === 'cancelled' ? eventStatuses.cancelled : eventStatuses.confirmed,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    ...(performers.length > 0 && { performer: performers.map((speaker) => createPerson(speaker, locale)) }),
    ...(!isNested && {
      superEvent: track
        ? {
            ...createTrackEvent(track, programme, urls, locale),
            superEvent: createForumReference(programme, urls, locale),
          }
        : createForumReference(programme, urls, locale),
    }),
  } as const satisfies Event
}

function createPerson({ name, organisation }: SpeakerRow, locale: Locale) {
  const organisationName = selectText(organisation, locale)
  return {
    '@type': 'Person',
    name: selectText(name, locale),
    ...(organisationName && { affiliation: { '@type': 'Organization', name: organisationName } }),
  } as const satisfies Person
}

/** Reference to the forum, for events that belong to it. */
function createForumReference({ forum }: Programme, urls: PublicUrls, locale: Locale) {
  return {
    '@type': 'Event',
    // Identifies the forum in every language. No element of the page has this id.
    '@id': urls.page('/#forum'),
    name: selectText(forum.name, locale),
    startDate: forum.startsOn,
    location: createVenuePlace(forum, locale),
  } as const satisfies Event
}

/** A sub-forum. Without times of its own it has the days of the forum. */
function createTrackEvent(
  track: TrackRow,
  { forum, rooms }: Pick<Programme, 'forum' | 'rooms'>,
  urls: PublicUrls,
  locale: Locale,
) {
  const description = selectText(track.description, locale)
  return {
    '@type': 'Event',
    '@id': urls.page(pagePaths.track(track.id)),
    name: joinSegments([track.code ?? undefined, selectText(track.name, locale)], ' '),
    ...(description && { description }),
    startDate: track.starts_at ? formatWithOffset(track.starts_at, forum.timeZone) : forum.startsOn,
    endDate: track.ends_at ? formatWithOffset(track.ends_at, forum.timeZone) : forum.endsOn,
    // Without a language: this path already has a query, to which `page` cannot add a parameter.
    url: urls.page(pagePaths.track(track.id)),
    location: createRoomPlace(rooms.get(track.room ?? ''), forum, locale),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
  } as const satisfies Event
}

/** The venue. Organisers enter no country; the city identifies the place. */
function createVenuePlace(forum: ForumSetting, locale: Locale) {
  const city = selectText(forum.city, locale)
  return {
    '@type': 'Place',
    name: selectText(forum.venue, locale) || city || selectText(forum.name, locale),
    ...(city && { address: { '@type': 'PostalAddress', addressLocality: city } }),
  } as const satisfies Place
}

/** A room in the venue, or the venue when no room is known. */
function createRoomPlace(room: RoomRow | undefined, forum: ForumSetting, locale: Locale) {
  const venue = createVenuePlace(forum, locale)
  if (!room) return venue
  return {
    ...venue,
    name: selectText(room.name, locale),
    containedInPlace: venue,
  } as const satisfies Place
}
