import { categories } from './categories.ts'
import { exhibitors } from './exhibitors.ts'
import { liveStreams } from './live-streams.ts'
import { meetingRooms } from './meeting-rooms.ts'
import { news } from './news/index.ts'
import { pages } from './pages/index.ts'
import { partners } from './partners.ts'
import { qa } from './qa.ts'
import { rooms } from './rooms.ts'
import { sessions } from './sessions/index.ts'
import { settings } from './settings.ts'
import { speakers } from './speakers.ts'
import { tourRoutes } from './tour-routes.ts'
import { tracks } from './tracks.ts'

/**
 * Rows of each module but documents, whose files are stored first. A module stands after those that its rows point to.
 */
export const sampleRows = {
  settings,
  rooms,
  tracks,
  speakers,
  sessions,
  tour_routes: tourRoutes,
  meeting_rooms: meetingRooms,
  article_category: categories,
  informations: news,
  qa,
  pages,
  partners,
  exhibitors,
  live_streams: liveStreams,
} satisfies Record<string, readonly { id: string }[]>
