import { articleCategory } from '#contract/modules/article-category.ts'
import { publicContent, serverModule } from '#server/engine/server-module.ts'

export const articleCategoryServer = serverModule(articleCategory, { permissions: publicContent })
