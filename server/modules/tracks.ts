import { tracks } from '#contract/modules/tracks.ts'
import { publicContent, serverModule } from '#server/engine/server-module.ts'

export const tracksServer = serverModule(tracks, { permissions: publicContent })
