import { categories } from './categories.ts'
import { exhibitors } from './exhibitors.ts'
import { hallPlans } from './hall-plans.ts'
import { liveStreams } from './live-streams.ts'
import { materials } from './materials.ts'
import { meetingRooms } from './meeting-rooms.ts'
import { news } from './news/index.ts'
import { pages } from './pages/index.ts'
import { partners } from './partners.ts'
import { accounts } from './people/accounts.ts'
import { registrations, staffRegistrations } from './people/registrations.ts'
import { travelInfos } from './people/travel-infos.ts'
import { places } from './places.ts'
import { qa } from './qa.ts'
import { rooms } from './rooms.ts'
import { sessions } from './sessions/index.ts'
import { settings } from './settings.ts'
import { sideMeetings } from './side-meetings.ts'
import { speakers } from './speakers.ts'
import { speechMaterials } from './speech-materials.ts'
import { tourRoutes } from './tour-routes.ts'
import { tracks } from './tracks.ts'

/**
 * Rows of each module but documents, whose files are stored first; photos of people and other files are added. A module stands after those that its rows point to.
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
  materials,
  qa,
  pages,
  places,
  partners,
  hall_plans: hallPlans,
  exhibitors,
  live_streams: liveStreams,
  users: accounts,
  registrations,
  staff_registrations: staffRegistrations,
  travel_infos: travelInfos,
  side_meetings: sideMeetings,
  speech_materials: speechMaterials,
} satisfies Record<string, readonly { id: string }[]>
