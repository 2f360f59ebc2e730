import { places } from '#contract/modules/places.ts'
import { publicContent } from '#server/engine/permissions.ts'
import { serverModule } from '#server/engine/server-module.ts'

export const placesServer = serverModule(places, { permissions: publicContent })
