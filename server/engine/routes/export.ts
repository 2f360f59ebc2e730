import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExportBody, ExportCount } from '#contract/transfer.ts'
import { formatDateInTimeZone } from '#contract/time.ts'
import { success } from '#server/http/envelope.ts'
import { requestOrigin } from '#server/http/limits.ts'
import { readForumZone } from '#server/db/settings.ts'
import { getModule } from '../query/access.ts'
import type { EngineContext } from '../query/engine-context.ts'
import { openExport } from '../export/export-file.ts'
import { countRows } from '../export/export-rows.ts'
import { createSheetFile, type SheetKind } from '../export/sheet-file.ts'
import { createExportLimiter, type ExportLimiter } from '../export/export-limiter.ts'
import { planExport, type ExportPlan } from '../export/plan-export.ts'
import { templateName, writeTemplate } from '../export/template.ts'
import type { ListQuery } from '../query/list-request.ts'
import { exportSchema, templateSchema } from './export-schemas.ts'
import { localeOf } from './query.ts'
import { limitTime, sendSheet } from './send-sheet.ts'

interface ExportCall {
  Params: { module: string }
  Querystring: ListQuery
  Body: ExportBody
}

interface ExportDeps extends EngineContext {
  places: ExportLimiter
}

/** Rows as files, and empty files to fill in. */
export async function exportRoutes(app: FastifyInstance, context: EngineContext): Promise<void> {
  const { db, registry } = context
  const deps: ExportDeps = { ...context, places: createExportLimiter() }
  app.post<ExportCall>(
    '/export/:module',
    { config: { permission: { kind: 'module', action: 'export' } }, schema: exportSchema },
    async (request, reply) => {
      const { caller, params, query, body } = request
      const asked = { ...body, caller, module: params.module, query, locale: localeOf(request) }
      const plan = planExport({ kysely: db.kysely, registry }, asked)
      if (!body.count) return sendExport(deps, plan, request, reply)
      const columns = plan.columns.map(({ path, label }) => ({ path, label }))
      const counted: ExportCount = { rows: await countRows(db.kysely, plan), columns }
      return success(counted)
    },
  )
  app.get<{ Params: { module: string }; Querystring: { format?: SheetKind } }>(
    '/import/:module/template',
    { config: { permission: { kind: 'module', action: 'import' } }, schema: templateSchema },
    async (request, reply) => {
      const { caller, params, query } = request
      const locale = localeOf(request)
      const module = getModule(registry, caller, params.module, 'import')
      const file = createSheetFile(module, query.format ?? 'xlsx', locale, templateName[locale])
      return sendSheet(reply, file, writeTemplate(caller, module, file, locale))
    },
  )
}

async function sendExport(
  deps: ExportDeps,
  plan: ExportPlan,
  request: FastifyRequest<ExportCall>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { caller, body } = request
  const locale = localeOf(request)
  const today = formatDateInTimeZone(deps.now().getTime(), await readForumZone(deps.db.kysely))
  const file = createSheetFile(plan.module, body.format ?? 'csv', locale, today)
  const options = { caller, locale, format: file.format, origin: requestOrigin(request) }
  const leave = deps.places.take(caller.kind === 'user' ? caller.id : '')
  const opened = await openExport(deps, plan, options).catch((error: unknown) => {
    leave()
    throw error
  })
  limitTime(opened.file)
  opened.file.once('close', leave)
  return sendSheet(reply, file, opened.file)
}
