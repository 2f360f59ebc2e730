import { meetingRooms } from '#contract/modules/meeting-rooms.ts'
import { publicContent } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'

export const meetingRoomsServer = serverModule(meetingRooms, { permissions: publicContent })
