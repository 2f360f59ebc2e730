import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openExport } from '../export/export-file.ts'
import { countRows } from '../export/export-rows.ts'
import { planExport, type ExportPlan } from '../export/plan-export.ts'
import { createSheetFile, type SheetKind, sheetKinds } from '../export/sheet-file.ts'
import { templateSuffix, writeTemplate } from '../export/template.ts'
import { getModule } from '../query/access.ts'
import type { EngineContext } from '../query/engine-context.ts'
import { getCallerId } from '../query/row-query.ts'
import type { ListQuery } from '../query/list-request.ts'
import { getRequestLocale, listSchema } from './query.ts'
import { limitDuration, sendSheet } from '#server/engine/export/sheet-file.ts'
import { formatDateInTimeZone } from '#contract/time.ts'
import type { ExportBody, ExportCount } from '#contract/transfer.ts'
import { readForumZone } from '#server/db/settings.ts'
import { createHttpError } from '#server/errors.ts'
import { success } from '#server/http/envelope.ts'
import { getRequestOrigin } from '#server/http/limits.ts'

/** Types of the export endpoint, for Fastify. */
interface ExportCall {
  Params: { module: string }
  Querystring: ListQuery
  Body: ExportBody
}

/** Dependencies of the export endpoint. */
interface ExportDeps extends EngineContext {
  limiter: ExportLimiter
}

/** Registers the endpoints of exports and import templates. */
export async function exportRoutes(app: FastifyInstance, context: EngineContext): Promise<void> {
  const { db, registry } = context
  const deps: ExportDeps = { ...context, limiter: createExportLimiter() }
  app.post<ExportCall>(
    '/export/:module',
    { config: { permission: { kind: 'module', action: 'export' } }, schema: exportSchema },
    async (request, reply) => {
      const { caller, params, query, body } = request
      const exportRequest = {
        ...body,
        caller,
        module: params.module,
        query,
        locale: getRequestLocale(request),
      }
      const plan = planExport({ kysely: db.kysely, registry }, exportRequest)
      if (!body.count) return sendExport(deps, plan, request, reply)
      const columns = plan.columns.map(({ path, label }) => ({ path, label }))
      const exportCount: ExportCount = { rows: await countRows(db.kysely, plan), columns }
      return success(exportCount)
    },
  )
  app.get<{ Params: { module: string }; Querystring: { format?: SheetKind } }>(
    '/import/:module/template',
    { config: { permission: { kind: 'module', action: 'import' } }, schema: templateSchema },
    async (request, reply) => {
      const { caller, params, query } = request
      const locale = getRequestLocale(request)
      const module = getModule(registry, caller, params.module, 'import')
      const file = createSheetFile(module, query.format ?? 'xlsx', locale, templateSuffix[locale])
      return sendSheet(reply, file, writeTemplate(caller, module, file, locale))
    },
  )
}

/** Sends the file of an export. Its place in the limiter ends with the stream, however that ends. */
async function sendExport(
  deps: ExportDeps,
  plan: ExportPlan,
  request: FastifyRequest<ExportCall>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { caller, body } = request
  const locale = getRequestLocale(request)
  const today = formatDateInTimeZone(deps.now().getTime(), await readForumZone(deps.db.kysely))
  const file = createSheetFile(plan.module, body.format ?? 'csv', locale, today)
  const options = { caller, locale, format: file.format, origin: getRequestOrigin(request) }
  const endExport = deps.limiter.start(getCallerId(caller))
  const exportFile = await openExport(deps, plan, options).catch((error: unknown) => {
    endExport()
    throw error
  })
  limitDuration(exportFile.file)
  exportFile.file.once('close', endExport)
  return sendSheet(reply, file, exportFile.file)
}

/** Maximum number of rows that a request names by id; larger exports use filters. */
const maxChosenRows = 10_000
/** Maximum number of requested columns; no module has as many. */
const maxColumns = 500
/** Maximum length of a column's path. */
const maxPathCharacters = 200
/** Maximum length of an id. */
const maxIdCharacters = 64

const { filters, fq, sorters, q, page, size, drafts } = listSchema.querystring.properties
const format = { enum: sheetKinds, description: 'Kind of file.' } as const

/** `POST /export/{module}`. */
export const exportSchema = {
  tags: ['modules'],
  summary: 'Takes the rows of a module out as a file: the chosen ones, or those of the address',
  description: 'With `count` it answers `{rows, columns}` and makes no file.',
  params: listSchema.params,
  // Accepts and ignores the paging parameters, so that a client can send the URL of its list unchanged.
  querystring: {
    type: 'object',
    additionalProperties: false,
    properties: { filters, fq, sorters, q, page, size, drafts },
  },
  body: {
    type: 'object',
    additionalProperties: false,
    properties: {
      ids: {
        type: 'array',
        maxItems: maxChosenRows,
        items: { type: 'string', maxLength: maxIdCharacters },
        description: 'Only these rows, in their order, none when empty; without it those of the address.',
      },
      format,
      columns: {
        type: 'array',
        minItems: 1,
        maxItems: maxColumns,
        items: { type: 'string', maxLength: maxPathCharacters },
        description: 'Paths of the columns, as `title.en`; all that the caller may have when absent.',
      },
      count: { type: 'boolean', description: 'Answers the number of rows and the columns alone.' },
    },
  },
} as const

/** `GET /import/{module}/template`. */
export const templateSchema = {
  tags: ['modules'],
  summary: 'An empty file to fill in and import',
  params: listSchema.params,
  querystring: { type: 'object', properties: { format } },
} as const

/** Concurrent exports of one user: a second one while the first is still being saved. */
const maxExportsPerUser = 2
/** Concurrent exports of all users: each holds one of ten database connections. */
const maxExports = 4
/** Seconds after which a client may retry: the duration of an export of about 50,000 rows. */
const retryAfterSeconds = 10

/** Limits concurrent exports. */
export interface ExportLimiter {
  /**
   * Counts an export as running.
   * @returns a function that ends it
   * @throws HttpError when too many exports are running
   */
  start(callerId: string): () => void
}

/** Creates a limiter of its own counts: downloads of exports and of error files do not count together. */
export function createExportLimiter(): ExportLimiter {
  const byCaller = new Map<string, number>()
  let runningCount = 0
  return {
    start: (callerId) => {
      const callerCount = byCaller.get(callerId) ?? 0
      if (callerCount >= maxExportsPerUser) throw createHttpError('rate.limited', { retryAfterSeconds })
      if (runningCount >= maxExports) throw createHttpError('server.busy', { retryAfterSeconds })
      byCaller.set(callerId, callerCount + 1)
      runningCount += 1
      return () => {
        runningCount -= 1
        const remaining = (byCaller.get(callerId) ?? 1) - 1
        if (remaining > 0) byCaller.set(callerId, remaining)
        else byCaller.delete(callerId)
      }
    },
  }
}
