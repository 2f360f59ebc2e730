import { qa } from '#contract/modules/qa.ts'
import { publicContent } from '#server/engine/grants.ts'
import { serverModule } from '#server/engine/server-module.ts'

export const qaServer = serverModule(qa, { permissions: publicContent })
