import { informations } from '#contract/modules/informations.ts'
import { numberHooks } from '#server/modules/articles/article-number.ts'
import { publicContent } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'

export const informationsServer = serverModule(informations, {
  permissions: publicContent,
  hooks: numberHooks,
})
