import { materials } from '#contract/modules/materials.ts'
import { publicContent } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'

export const materialsServer = serverModule(materials, { permissions: publicContent })
