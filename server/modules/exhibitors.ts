import { exhibitors } from '#contract/modules/exhibitors.ts'
import { publicContent } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'

export const exhibitorsServer = serverModule(exhibitors, { permissions: publicContent })
