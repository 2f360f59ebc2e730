import { sessions } from '#contract/modules/sessions.ts'
import { publicContent, serverModule } from '#server/engine/server-module.ts'

export const sessionsServer = serverModule(sessions, { permissions: publicContent })
