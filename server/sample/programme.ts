import { meetingRooms as meetingRoomSettings, subForums, tourRoutes as routes } from '#contract/forum.ts'
import type { Localized } from '#contract/locale.ts'
import { createRows, toForumInstant } from './create-rows.ts'
import roomData from './data/rooms.json' with { type: 'json' }
import sessionData from './data/sessions.json' with { type: 'json' }
import speakerData from './data/speakers.json' with { type: 'json' }
import trackData from './data/tracks.json' with { type: 'json' }

/** Halls and other rooms of the venue, in the order of the venue map. */
export const rooms = createRows('rooms', roomData, (room, index) => ({ ...room, position: index + 1 }))

/** The sub-forums, with their rooms and descriptions. */
export const tracks = createRows('tracks', trackData, (track) => {
  const subForum = subForums.find(({ number }) => track.id === `t-${number}`)
  if (!subForum) throw new Error('the forum has no sub-forum of this number')
  return {
    ...track,
    position: subForum.number,
    code: subForum.numeral,
    name: subForum.name,
    starts_at: toForumInstant(subForum.startsAt),
    ends_at: toForumInstant(subForum.endsAt),
  }
})

/** Speakers by position. No person is invented: an invented name may belong to somebody. */
export const speakers = createRows('speakers', speakerData, (speaker) => speaker)

/** A session in the data file. Times are wall times `YYYY-MM-DDTHH:MM` in the forum's zone. */
interface SessionData {
  id: string
  code: string
  type: string
  /** `confirmed` when absent. */
  state?: string
  starts_at: string
  ends_at: string
  track: string | null
  room: string
  /** BCP 47 tag of the language spoken; Chinese when absent. */
  language?: string
  title: Localized
  subtitle?: Localized
  abstract: Localized
  speakers?: readonly string[]
}

/** The whole programme. */
export const sessions = createRows('sessions', sessionData, (session: SessionData) => ({
  ...session,
  state: session.state ?? 'confirmed',
  language: session.language ?? 'zh-CN',
  subtitle: session.subtitle ?? null,
  speakers: session.speakers ?? [],
  starts_at: toForumInstant(session.starts_at),
  ends_at: toForumInstant(session.ends_at),
}))

/** The session of each tour, in the order of the routes. */
const tourSessions = ['tour-smart-grid', 'tour-factory', 'tour-hydrogen', 'tour-garden-city']

/** The tours; each leaves from a coach bay of its own. */
export const tourRoutes = routes.map(({ code, name, startsAt, endsAt, seats }, index) => {
  const session = tourSessions[index]
  if (session === undefined) throw new Error(`tour ${code} has no session in the sample`)
  return {
    id: `tour-${code.toLowerCase()}`,
    position: index + 1,
    code,
    name,
    starts_at: toForumInstant(startsAt),
    ends_at: toForumInstant(endsAt),
    seats,
    room: `r-coach-${index + 1}`,
    session,
  }
})

/** Rooms for side meetings. */
export const meetingRooms = meetingRoomSettings.map(({ id, ...room }, index) => ({
  id: `mr-${id}`,
  position: index + 1,
  ...room,
}))
