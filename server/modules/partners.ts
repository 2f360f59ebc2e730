import { partners } from '#contract/modules/partners.ts'
import { publicContent } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'

export const partnersServer = serverModule(partners, { permissions: publicContent })
