import { sessions } from '#contract/modules/sessions.ts'
import { publicContent } from '#server/engine/grants.ts'
import { serverModule } from '#server/engine/server-module.ts'
import { linkHooks } from '#server/programme/link-hooks.ts'

export const sessionsServer = serverModule(sessions, {
  permissions: publicContent,
  hooks: linkHooks,
})
