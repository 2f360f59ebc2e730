import { informations } from '#contract/modules/informations.ts'
import { numberHooks } from '#server/articles/article-number.ts'
import { publicContent } from '#server/engine/permissions.ts'
import { serverModule } from '#server/engine/server-module.ts'

export const informationsServer = serverModule(informations, {
  permissions: publicContent,
  hooks: numberHooks,
})
