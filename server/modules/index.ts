import type { ServerModule } from '#server/engine/server-module.ts'
import { articleCategoryServer } from './article-category.ts'
import { auditLogServer } from './audit-log.ts'
import { documentsServer } from './documents.ts'
import { exhibitorsServer } from './exhibitors.ts'
import { informationsServer } from './informations.ts'
import { liveStreamsServer } from './live-streams.ts'
import { meetingRoomsServer } from './meeting-rooms.ts'
import { outgoingMessagesServer } from './outgoing-messages.ts'
import { pagesServer } from './pages.ts'
import { partnersServer } from './partners.ts'
import { qaServer } from './qa.ts'
import { roomsServer } from './rooms.ts'
import { sessionsServer } from './sessions.ts'
import { settingsServer } from './settings.ts'
import { speakersServer } from './speakers.ts'
import { tourRoutesServer } from './tour-routes.ts'
import { tracksServer } from './tracks.ts'

/** Every module of this server, in the order in which the console lists them. */
export const serverModules: readonly ServerModule[] = [
  sessionsServer,
  tracksServer,
  roomsServer,
  speakersServer,
  tourRoutesServer,
  meetingRoomsServer,
  informationsServer,
  documentsServer,
  qaServer,
  articleCategoryServer,
  pagesServer,
  partnersServer,
  exhibitorsServer,
  liveStreamsServer,
  outgoingMessagesServer,
  settingsServer,
  auditLogServer,
]
