import { rooms } from '#contract/modules/rooms.ts'
import { publicContent } from '#server/engine/grants.ts'
import { serverModule } from '#server/engine/server-module.ts'

export const roomsServer = serverModule(rooms, { permissions: publicContent })
