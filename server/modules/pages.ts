import { pages } from '#contract/modules/pages.ts'
import { publicContent } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'

export const pagesServer = serverModule(pages, { permissions: publicContent })
