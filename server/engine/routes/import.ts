import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createExportLimiter } from './export.ts'
import { cancelImport } from '#server/engine/import/import-queue.ts'
import { commitImport } from '../import/commit.ts'
import { checkImport, type ImportInput } from '../import/dry-run.ts'
import { openErrorFile } from '../import/error-file.ts'
import type { ImportRequest } from '../import/import-deps.ts'
import { listImports } from '../import/import-job.ts'
import { createInvalidBodyError } from '../import/import-options.ts'
import { createImportQueue } from '../import/import-queue.ts'
import { undoImport } from '../import/undo.ts'
import { getModule } from '../query/access.ts'
import type { EngineContext } from '../query/engine-context.ts'
import { getCallerId } from '../query/row-query.ts'
import { getRequestLocale } from './query.ts'
import { limitDuration, sendSheet } from '#server/engine/export/sheet-file.ts'
import { type ImportCheckBody, emptyCells, importModes, onErrors } from '#contract/transfer.ts'
import { findImportFile, type ImportFileDeps } from '#server/files/find-files.ts'
import type { FileStorage } from '#server/files/storage.ts'
import { success } from '#server/http/envelope.ts'
import { getRequestOrigin } from '#server/http/limits.ts'
import { sendWithProgress } from '#server/http/event-stream.ts'
import { encodings, separators } from '#server/spreadsheets/sheet-format.ts'

/** A request of an import endpoint. */
type ModuleRequest = FastifyRequest<{ Params: { module: string }; Body: unknown }>

/** Body that names an import by the token of its dry run. */
interface TokenBody {
  token: string
}

/** Registers the endpoints of imports. */
export async function importRoutes(
  app: FastifyInstance,
  context: EngineContext & { storage: FileStorage },
): Promise<void> {
  const queue = createImportQueue()
  const permission = { kind: 'module', action: 'import' } as const

  /**
   * Runs an import in the queue, then expires the caches of modules and wakes the message worker. When the client disconnects,
   * a dry run is aborted, but a commit continues: the client may request its result again by the token. The id names the work
   * in the queue: a commit by its token, so that `/cancel` can abort it.
   */
  const run = (
    request: ModuleRequest,
    reply: FastifyReply,
    { id, endsWithClient = false }: { id: string; endsWithClient?: boolean },
    work: (importRequest: ImportRequest) => Promise<{ data: unknown; hasMessage?: boolean }>,
  ) =>
    sendWithProgress(request, reply, async ({ signal, report }) => {
      const importRequest = toImportRequest(context, request, report)
      const reportWaiting = () => report({ step: 'waiting', rows: 0 })
      const clientSignal = endsWithClient ? signal : importRequest.signal
      const { data, hasMessage } = await queue.run(id, clientSignal, reportWaiting, (abortSignal) =>
        work({ ...importRequest, signal: abortSignal }),
      )
      context.revisions.expire()
      if (hasMessage) context.wakeMessages()
      return data
    })

  app.post<{ Params: { module: string }; Body: ImportCheckBody & Partial<TokenBody> }>(
    '/import/:module',
    { config: { permission }, schema: importSchema },
    (request, reply) => {
      const { token, ...body } = request.body
      if (token === undefined)
        return run(request, reply, { id: request.id, endsWithClient: true }, async (importRequest) => ({
          data: await checkImport(importRequest, body, await findInput(context, importRequest, body)),
        }))
      return run(request, reply, { id: token }, async (importRequest) => {
        const { report, hasMessage } = await commitImport(importRequest, token, body)
        return { data: report, hasMessage }
      })
    },
  )
  app.get<{ Params: { module: string } }>(
    '/import/:module',
    { config: { permission }, schema: importsSchema },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return success({ items: await listImports(toImportRequest(context, request)) })
    },
  )
  app.post<{ Params: { module: string }; Body: TokenBody }>(
    '/import/:module/undo',
    { config: { permission }, schema: tokenSchema('Takes an import back, within 24 hours') },
    (request, reply) =>
      run(request, reply, { id: `undo ${request.body.token}` }, async (importRequest) => ({
        data: await undoImport(importRequest, request.body.token),
        // Hooks may have queued messages; waking the worker for nothing is harmless.
        hasMessage: true,
      })),
  )
  app.post<{ Params: { module: string }; Body: TokenBody }>(
    '/import/:module/cancel',
    { config: { permission }, schema: tokenSchema('Gives a dry run up, or ends its writing') },
    async (request) =>
      success(await cancelImport(toImportRequest(context, request), queue, request.body.token)),
  )
}

/** Creates the context of an import request. @throws HttpError the same for an unknown and a forbidden module */
export function toImportRequest(
  { db, registry, secrets, now, newRowId }: EngineContext,
  request: ModuleRequest,
  report: ImportRequest['report'] = () => {},
): ImportRequest {
  const { caller, params } = request
  return {
    deps: { db, registry, secrets, now, newRowId },
    module: getModule(registry, caller, params.module, 'import'),
    caller,
    locale: getRequestLocale(request),
    origin: getRequestOrigin(request),
    // Never aborts; the queue replaces it by a signal that does.
    signal: new AbortController().signal,
    report,
  }
}

/**
 * Finds what to import: an uploaded file of the caller, or rows of the body.
 * @throws HttpError unless it is exactly one of both
 */
async function findInput(
  deps: ImportFileDeps,
  { caller, module }: ImportRequest,
  { file: no, rows }: ImportCheckBody,
): Promise<ImportInput> {
  if ((no === undefined) === (rows === undefined)) throw createInvalidBodyError('file', 'import.one_source')
  if (rows) return { rows }
  const file = await findImportFile(deps, caller, { module: module.definition.name, no: no ?? '' })
  if (!file) throw createInvalidBodyError('file', 'field.file')
  return { file }
}

const moduleParams = {
  type: 'object',
  properties: { module: { type: 'string', description: 'Name of the module.' } },
} as const

/** An import's token: the id of its row, which is shorter. */
const token = { type: 'string', maxLength: 64 } as const

/** `POST /import/{module}`. */
export const importSchema = {
  tags: ['modules'],
  summary: 'Checks rows to be imported; with `token` writes what was checked',
  description:
    'First `{file}` (the number of a file uploaded with `purpose` `import`) or `{rows}`: a dry run, which answers counts, ' +
    'a sample, every fault and a token. Then `{token}`: writes it, all or nothing, or with `on_error` `skip` all but the ' +
    'bad rows. For `Accept: text/event-stream` events `progress` come before `result` or `refusal`.',
  params: moduleParams,
  body: {
    type: 'object',
    additionalProperties: false,
    properties: {
      token,
      file: { type: 'string', maxLength: 64 },
      // Larger imports upload a file.
      rows: { type: 'array', items: { type: 'object' }, maxItems: 5000 },
      mode: { enum: importModes },
      match: { type: 'array', items: { type: 'string', maxLength: 100 }, maxItems: 5 },
      mapping: {
        type: 'object',
        // No module has as many columns.
        maxProperties: 500,
        additionalProperties: { type: ['string', 'null'], maxLength: 100 },
      },
      on_error: { enum: onErrors },
      empty: { enum: emptyCells },
      encoding: { enum: encodings },
      separator: { enum: separators },
      sheet: { type: 'string', maxLength: 200 },
      header_line: { type: 'integer', minimum: 1 },
    },
  },
} as const

/** `GET /import/{module}`. */
export const importsSchema = {
  tags: ['modules'],
  summary:
    "Lists the caller's own imports of the module that can be carried out or taken back, the newest first",
  params: moduleParams,
} as const

/** `GET /import/{module}/errors`. */
export const importErrorsSchema = {
  tags: ['modules'],
  summary: "The caller's own file with a column of its faults, to be corrected and imported again",
  description: 'All its rows; when bad rows are left out, these alone. In the format that it has.',
  params: moduleParams,
  querystring: { type: 'object', required: ['token'], properties: { token } },
} as const

/** Creates the schema of endpoints that identify an import by its token. */
export function tokenSchema(summary: string) {
  return {
    tags: ['modules'],
    summary,
    params: moduleParams,
    body: { type: 'object', additionalProperties: false, required: ['token'], properties: { token } },
  } as const
}

/** Registers the endpoint that returns a user's own file with its issues. */
export async function importErrorRoutes(
  app: FastifyInstance,
  context: EngineContext & { storage: FileStorage },
): Promise<void> {
  const limiter = createExportLimiter()
  app.get<{ Params: { module: string }; Querystring: { token: string } }>(
    '/import/:module/errors',
    { config: { permission: { kind: 'module', action: 'import' } }, schema: importErrorsSchema },
    async (request, reply) => {
      const { caller, query } = request
      const importRequest = toImportRequest(context, request)
      const { name: module } = importRequest.module.definition
      const endDownload = limiter.start(getCallerId(caller))
      // An import of rows has no file; no file has the empty number.
      const errorFile = await openErrorFile(importRequest, query.token, async (no = '') =>
        findImportFile(context, caller, { module, no }),
      ).catch((error: unknown) => {
        endDownload()
        throw error
      })
      errorFile.file.once('close', endDownload)
      limitDuration(errorFile.file)
      return sendSheet(reply, errorFile, errorFile.file)
    },
  )
}
