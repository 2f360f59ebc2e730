import { speakers } from '#contract/modules/speakers.ts'
import { publicContent, serverModule } from '#server/engine/server-module.ts'

export const speakersServer = serverModule(speakers, { permissions: publicContent })
