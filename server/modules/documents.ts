import { documents } from '#contract/modules/documents.ts'
import { numberHooks } from '#server/articles/article-number.ts'
import { publicContent } from '#server/engine/permissions.ts'
import { serverModule } from '#server/engine/server-module.ts'

export const documentsServer = serverModule(documents, {
  permissions: publicContent,
  hooks: numberHooks,
  filesNeedSignIn: 'needs_sign_in',
})
