import { partners } from '#contract/modules/partners.ts'
import { publicContent } from '#server/engine/permissions.ts'
import { serverModule } from '#server/engine/server-module.ts'

export const partnersServer = serverModule(partners, { permissions: publicContent })
