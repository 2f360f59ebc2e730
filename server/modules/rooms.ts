import { rooms } from '#contract/modules/rooms.ts'
import { publicContent } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'

export const roomsServer = serverModule(rooms, { permissions: publicContent })
