import { materials } from '#contract/modules/materials.ts'
import { publicContent } from '#server/engine/permissions.ts'
import { serverModule } from '#server/engine/server-module.ts'

export const materialsServer = serverModule(materials, { permissions: publicContent })
