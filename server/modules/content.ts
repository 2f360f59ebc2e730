import { articleCategory } from '#contract/modules/article-category.ts'
import { documents } from '#contract/modules/documents.ts'
import { exhibitors } from '#contract/modules/exhibitors.ts'
import { hallPlans } from '#contract/modules/hall-plans.ts'
import { informations } from '#contract/modules/informations.ts'
import { liveStreams } from '#contract/modules/live-streams.ts'
import { materials } from '#contract/modules/materials.ts'
import { meetingRooms } from '#contract/modules/meeting-rooms.ts'
import { pages } from '#contract/modules/pages.ts'
import { partners } from '#contract/modules/partners.ts'
import { places } from '#contract/modules/places.ts'
import { rooms } from '#contract/modules/rooms.ts'
import { speakers } from '#contract/modules/speakers.ts'
import { tourRoutes } from '#contract/modules/tour-routes.ts'
import { tracks } from '#contract/modules/tracks.ts'
import { publicContent } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'
import { articleNumberHooks } from './articles/article-number.ts'
import { linkHooks } from './sessions.ts'

// Plain content modules: organisers write them, and everybody reads published rows.

export const tracksServer = serverModule(tracks, { permissions: publicContent })
export const roomsServer = serverModule(rooms, { permissions: publicContent })
export const speakersServer = serverModule(speakers, {
  permissions: publicContent,
  hooks: linkHooks,
})
export const tourRoutesServer = serverModule(tourRoutes, { permissions: publicContent })
export const meetingRoomsServer = serverModule(meetingRooms, { permissions: publicContent })
export const informationsServer = serverModule(informations, {
  permissions: publicContent,
  hooks: articleNumberHooks,
})
export const documentsServer = serverModule(documents, {
  permissions: publicContent,
  hooks: articleNumberHooks,
  filesNeedSignIn: 'needs_sign_in',
})
export const materialsServer = serverModule(materials, { permissions: publicContent })
export const articleCategoryServer = serverModule(articleCategory, { permissions: publicContent })
export const pagesServer = serverModule(pages, { permissions: publicContent })
export const placesServer = serverModule(places, { permissions: publicContent })
export const partnersServer = serverModule(partners, { permissions: publicContent })
export const exhibitorsServer = serverModule(exhibitors, { permissions: publicContent })
export const hallPlansServer = serverModule(hallPlans, { permissions: publicContent })
export const liveStreamsServer = serverModule(liveStreams, { permissions: publicContent })
