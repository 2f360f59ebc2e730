import type { ServerModule } from '#server/engine/server-module.ts'
import { articleCategoryServer } from './article-category.ts'
import { auditLogServer } from './audit-log.ts'
import { documentsServer } from './documents.ts'
import { informationsServer } from './informations.ts'
import { outgoingMessagesServer } from './outgoing-messages.ts'
import { pagesServer } from './pages.ts'
import { partnersServer } from './partners.ts'
import { roomsServer } from './rooms.ts'
import { sessionsServer } from './sessions.ts'
import { settingsServer } from './settings.ts'
import { speakersServer } from './speakers.ts'
import { tracksServer } from './tracks.ts'

/** Every module of this server, in the order in which the console lists them. */
export const serverModules: readonly ServerModule[] = [
  sessionsServer,
  tracksServer,
  roomsServer,
  speakersServer,
  informationsServer,
  documentsServer,
  articleCategoryServer,
  pagesServer,
  partnersServer,
  outgoingMessagesServer,
  settingsServer,
  auditLogServer,
]
