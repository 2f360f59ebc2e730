import { tourRoutes } from '#contract/modules/tour-routes.ts'
import { publicContent } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'

export const tourRoutesServer = serverModule(tourRoutes, { permissions: publicContent })
