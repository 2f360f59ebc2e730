import { partners } from '#contract/modules/partners.ts'
import { publicContent, serverModule } from '#server/engine/server-module.ts'

export const partnersServer = serverModule(partners, { permissions: publicContent })
