import { documents } from '#contract/modules/documents.ts'
import { publicContent } from '#server/engine/grants.ts'
import { serverModule } from '#server/engine/server-module.ts'

export const documentsServer = serverModule(documents, { permissions: publicContent })
