import type { ServerModule } from '#server/engine/schema/server-module.ts'
import { articleCategoryServer } from './article-category.ts'
import { makeAuditLogServer } from './audit-log.ts'
import { documentsServer } from './documents.ts'
import { exhibitorsServer } from './exhibitors.ts'
import { favouritesServer } from './favourites.ts'
import { hallPlansServer } from './hall-plans.ts'
import { informationsServer } from './informations.ts'
import { liveStreamsServer } from './live-streams.ts'
import { materialsServer } from './materials.ts'
import { meetingRoomsServer } from './meeting-rooms.ts'
import { notesServer } from './notes.ts'
import { outgoingMessagesServer } from './outgoing-messages.ts'
import { pagesServer } from './pages.ts'
import { partnersServer } from './partners.ts'
import { placesServer } from './places.ts'
import { qaServer } from './articles/qa.ts'
import { registrationsServer } from './registrations/registrations.ts'
import { roomsServer } from './rooms.ts'
import { sessionsServer } from './sessions/sessions.ts'
import { settingsServer } from './settings/settings.ts'
import { sideMeetingsServer } from './side-meetings/side-meetings.ts'
import { speakersServer } from './speakers.ts'
import { speechMaterialsServer } from './speech-materials.ts'
import { staffRegistrationsServer } from './registrations/staff-registrations.ts'
import { tourRoutesServer } from './tour-routes.ts'
import { tracksServer } from './tracks.ts'
import { travelInfosServer } from './travel-infos.ts'
import { makeUsersServer } from './users/users.ts'

const others: readonly ServerModule[] = [
  sessionsServer,
  tracksServer,
  roomsServer,
  speakersServer,
  tourRoutesServer,
  meetingRoomsServer,
  informationsServer,
  documentsServer,
  materialsServer,
  qaServer,
  articleCategoryServer,
  pagesServer,
  placesServer,
  partnersServer,
  exhibitorsServer,
  hallPlansServer,
  liveStreamsServer,
  registrationsServer,
  staffRegistrationsServer,
  travelInfosServer,
  sideMeetingsServer,
  speechMaterialsServer,
  favouritesServer,
  notesServer,
  outgoingMessagesServer,
  settingsServer,
]

const modules: readonly ServerModule[] = [...others, makeAuditLogServer(others)]

/** Every module of this server, in the order in which the console lists them. */
export const serverModules: readonly ServerModule[] = [...modules, makeUsersServer(modules)]
