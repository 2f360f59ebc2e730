import { articleCategory } from '#contract/modules/article-category.ts'
import { publicContent } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'

export const articleCategoryServer = serverModule(articleCategory, { permissions: publicContent })
