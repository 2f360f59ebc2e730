import { meetingRooms } from '#contract/modules/meeting-rooms.ts'
import { publicContent, serverModule } from '#server/engine/server-module.ts'

export const meetingRoomsServer = serverModule(meetingRooms, { permissions: publicContent })
