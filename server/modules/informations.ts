import { informations } from '#contract/modules/informations.ts'
import { publicContent, serverModule } from '#server/engine/server-module.ts'

export const informationsServer = serverModule(informations, { permissions: publicContent })
