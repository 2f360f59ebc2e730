import { meetingRooms } from '#contract/modules/meeting-rooms.ts'
import { publicContent } from '#server/engine/permissions.ts'
import { serverModule } from '#server/engine/server-module.ts'

export const meetingRoomsServer = serverModule(meetingRooms, { permissions: publicContent })
