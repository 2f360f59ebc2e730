import { pages } from '#contract/modules/pages.ts'
import { publicContent, serverModule } from '#server/engine/server-module.ts'

export const pagesServer = serverModule(pages, { permissions: publicContent })
