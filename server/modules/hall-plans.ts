import { hallPlans } from '#contract/modules/hall-plans.ts'
import { publicContent } from '#server/engine/permissions.ts'
import { serverModule } from '#server/engine/server-module.ts'

export const hallPlansServer = serverModule(hallPlans, { permissions: publicContent })
