import { informations } from '#contract/modules/informations.ts'
import { publicContent } from '#server/engine/grants.ts'
import { serverModule } from '#server/engine/server-module.ts'

export const informationsServer = serverModule(informations, { permissions: publicContent })
