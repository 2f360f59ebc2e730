import { articleCategory } from '#contract/modules/article-category.ts'
import { publicContent } from '#server/engine/permissions.ts'
import { serverModule } from '#server/engine/server-module.ts'

export const articleCategoryServer = serverModule(articleCategory, { permissions: publicContent })
