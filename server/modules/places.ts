import { places } from '#contract/modules/places.ts'
import { publicContent } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'

export const placesServer = serverModule(places, { permissions: publicContent })
