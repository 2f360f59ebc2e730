import { tracks } from '#contract/modules/tracks.ts'
import { publicContent } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'

export const tracksServer = serverModule(tracks, { permissions: publicContent })
