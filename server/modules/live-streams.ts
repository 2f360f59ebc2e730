import { liveStreams } from '#contract/modules/live-streams.ts'
import { publicContent } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'

export const liveStreamsServer = serverModule(liveStreams, { permissions: publicContent })
