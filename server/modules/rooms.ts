import { rooms } from '#contract/modules/rooms.ts'
import { publicContent, serverModule } from '#server/engine/server-module.ts'

export const roomsServer = serverModule(rooms, { permissions: publicContent })
