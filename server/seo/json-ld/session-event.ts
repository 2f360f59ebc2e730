import type { Locale } from '#contract/locale.ts'
import type { Event, Person } from 'schema-dts'
import { pathOf, type PublicUrls } from '../public-urls.ts'
import { roomsOf, type Programme } from '../programme.ts'
import type { SessionRow, SpeakerRow } from '../rows.ts'
import { textIn } from '../text.ts'
import { withOffset } from '../times.ts'
import { roomPlace } from './places.ts'
import { forumReference, trackEvent } from './super-events.ts'

const status = {
  confirmed: 'https://schema.org/EventScheduled',
  cancelled: 'https://schema.org/EventCancelled',
} as const

export interface SessionEventOptions {
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
