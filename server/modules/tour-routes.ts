import { tourRoutes } from '#contract/modules/tour-routes.ts'
import { publicContent, serverModule } from '#server/engine/server-module.ts'

export const tourRoutesServer = serverModule(tourRoutes, { permissions: publicContent })
