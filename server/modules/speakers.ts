import { speakers } from '#contract/modules/speakers.ts'
import { publicContent } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'
import { linkHooks } from '#server/modules/sessions/link-hooks.ts'

export const speakersServer = serverModule(speakers, {
  permissions: publicContent,
  hooks: linkHooks,
})
