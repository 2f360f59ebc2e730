import { materials } from '#contract/modules/materials.ts'
import { publicContent } from '#server/engine/grants.ts'
import { serverModule } from '#server/engine/server-module.ts'

export const materialsServer = serverModule(materials, { permissions: publicContent })
