import { exhibitors } from '#contract/modules/exhibitors.ts'
import { publicContent } from '#server/engine/permissions.ts'
import { serverModule } from '#server/engine/server-module.ts'

export const exhibitorsServer = serverModule(exhibitors, { permissions: publicContent })
