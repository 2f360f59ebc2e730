import { rooms } from '#contract/modules/rooms.ts'
import { publicContent } from '#server/engine/permissions.ts'
import { serverModule } from '#server/engine/server-module.ts'

export const roomsServer = serverModule(rooms, { permissions: publicContent })
