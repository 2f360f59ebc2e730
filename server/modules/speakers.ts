import { speakers } from '#contract/modules/speakers.ts'
import { publicContent } from '#server/engine/permissions.ts'
import { serverModule } from '#server/engine/server-module.ts'
import { linkHooks } from '#server/programme/link-hooks.ts'

export const speakersServer = serverModule(speakers, {
  permissions: publicContent,
  hooks: linkHooks,
})
