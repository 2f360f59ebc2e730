import { liveStreams } from '#contract/modules/live-streams.ts'
import { publicContent } from '#server/engine/permissions.ts'
import { serverModule } from '#server/engine/server-module.ts'

export const liveStreamsServer = serverModule(liveStreams, { permissions: publicContent })
