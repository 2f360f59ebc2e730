import { tourRoutes } from '#contract/modules/tour-routes.ts'
import { publicContent } from '#server/engine/permissions.ts'
import { serverModule } from '#server/engine/server-module.ts'

export const tourRoutesServer = serverModule(tourRoutes, { permissions: publicContent })
