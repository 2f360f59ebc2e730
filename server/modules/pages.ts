import { pages } from '#contract/modules/pages.ts'
import { publicContent } from '#server/engine/permissions.ts'
import { serverModule } from '#server/engine/server-module.ts'

export const pagesServer = serverModule(pages, { permissions: publicContent })
