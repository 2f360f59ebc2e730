import type { FastifyInstance } from 'fastify'
import { findImportFile } from '#server/files/find-files.ts'
import type { FileStorage } from '#server/files/storage.ts'
import type { EngineContext } from '../query/engine-context.ts'
import { createExportLimiter } from '../export/export-limiter.ts'
import { openErrorFile } from '../import/error-file.ts'
import { callOf } from './import.ts'
import { importErrorsSchema } from './import-schemas.ts'
import { limitTime, sendSheet } from './send-sheet.ts'

/** A person's own file with what is wrong in it. */
export async function importErrorRoutes(
  app: FastifyInstance,
  context: EngineContext & { storage: FileStorage },
): Promise<void> {
  const places = createExportLimiter()
  app.get<{ Params: { module: string }; Querystring: { token: string } }>(
    '/import/:module/errors',
    { config: { permission: { kind: 'module', action: 'import' } }, schema: importErrorsSchema },
    async (request, reply) => {
      const { caller, query } = request
      const call = callOf(context, request)
      const { name: module } = call.module.definition
      const leave = places.take(caller.kind === 'user' ? caller.id : '')
      const opened = await openErrorFile(call, query.token, async (no = '') =>
        findImportFile(context, caller, { module, no }),
      ).catch((error: unknown) => {
        leave()
        throw error
      })
      opened.file.once('close', leave)
      limitTime(opened.file)
      return sendSheet(reply, opened, opened.file)
    },
  )
}
