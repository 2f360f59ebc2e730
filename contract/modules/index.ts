import type { ModuleDefinition } from '../module-definition.ts'
import { articleCategory } from './article-category.ts'
import { auditLog } from './audit-log.ts'
import { documents } from './documents.ts'
import { exhibitors } from './exhibitors.ts'
import { favourites } from './favourites.ts'
import { hallPlans } from './hall-plans.ts'
import { informations } from './informations.ts'
import { liveStreams } from './live-streams.ts'
import { materials } from './materials.ts'
import { meetingRooms } from './meeting-rooms.ts'
import { notes } from './notes.ts'
import { outgoingMessages } from './outgoing-messages.ts'
import { pages } from './pages.ts'
import { partners } from './partners.ts'
import { places } from './places.ts'
import { qa } from './qa.ts'
import { registrations } from './registrations.ts'
import { rooms } from './rooms.ts'
import { sessions } from './sessions.ts'
import { settings } from './settings.ts'
import { sideMeetings } from './side-meetings.ts'
import { speakers } from './speakers.ts'
import { speechMaterials } from './speech-materials.ts'
import { staffRegistrations } from './staff-registrations.ts'
import { tourRoutes } from './tour-routes.ts'
import { tracks } from './tracks.ts'
import { travelInfos } from './travel-infos.ts'
import { users } from './users.ts'

/** Every module, in the order of the console's menu. */
export const moduleDefinitions: readonly ModuleDefinition[] = [
  sessions,
  tracks,
  rooms,
  speakers,
  tourRoutes,
  meetingRooms,
  informations,
  documents,
  materials,
  qa,
  articleCategory,
  pages,
  places,
  partners,
  exhibitors,
  hallPlans,
  liveStreams,
  registrations,
  staffRegistrations,
  travelInfos,
  sideMeetings,
  speechMaterials,
  favourites,
  notes,
  users,
  outgoingMessages,
  settings,
  auditLog,
]
