import { hallPlans } from '#contract/modules/hall-plans.ts'
import { publicContent } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'

export const hallPlansServer = serverModule(hallPlans, { permissions: publicContent })
