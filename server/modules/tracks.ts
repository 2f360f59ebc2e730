import { tracks } from '#contract/modules/tracks.ts'
import { publicContent } from '#server/engine/permissions.ts'
import { serverModule } from '#server/engine/server-module.ts'

export const tracksServer = serverModule(tracks, { permissions: publicContent })
