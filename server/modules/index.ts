import type { ServerModule } from '#server/engine/schema/server-module.ts'
import { createAuditLogServer } from './audit-log.ts'
import {
  articleCategoryServer,
  documentsServer,
  exhibitorsServer,
  hallPlansServer,
  informationsServer,
  liveStreamsServer,
  materialsServer,
  meetingRoomsServer,
  pagesServer,
  partnersServer,
  placesServer,
  roomsServer,
  speakersServer,
  tourRoutesServer,
  tracksServer,
} from './content.ts'
import { favouritesServer } from './favourites.ts'
import { notesServer } from './notes.ts'
import { outgoingMessagesServer } from './outgoing-messages.ts'
import { qaServer } from './articles/qa.ts'
import { registrationsServer, staffRegistrationsServer } from './registrations/registrations.ts'
import { sessionsServer } from './sessions.ts'
import { settingsServer } from './settings.ts'
import { sideMeetingsServer } from './side-meetings/side-meetings.ts'
import { speechMaterialsServer } from './speech-materials.ts'
import { travelInfosServer } from './travel-infos.ts'
import { createUsersServer } from './users.ts'

const dataModules: readonly ServerModule[] = [
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

const modules: readonly ServerModule[] = [...dataModules, createAuditLogServer(dataModules)]

/** Every module of this server, in the order in which the console lists them. */
export const serverModules: readonly ServerModule[] = [...modules, createUsersServer(modules)]
