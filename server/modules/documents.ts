import { documents } from '#contract/modules/documents.ts'
import { numberHooks } from '#server/modules/articles/article-number.ts'
import { publicContent } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'

export const documentsServer = serverModule(documents, {
  permissions: publicContent,
  hooks: numberHooks,
  filesNeedSignIn: 'needs_sign_in',
})
