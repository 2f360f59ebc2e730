import { meetingRooms } from '#contract/modules/meeting-rooms.ts'
import { publicContent } from '#server/engine/grants.ts'
import { serverModule } from '#server/engine/server-module.ts'

export const meetingRoomsServer = serverModule(meetingRooms, { permissions: publicContent })
