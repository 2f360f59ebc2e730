import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ImportCheckBody } from '#contract/transfer.ts'
import { findImportFile, type ImportFileDeps } from '#server/files/find-files.ts'
import type { FileStorage } from '#server/files/storage.ts'
import { success } from '#server/http/envelope.ts'
import { sendWithProgress } from '#server/http/event-stream.ts'
import { requestOrigin } from '#server/http/limits.ts'
import { getModule } from '../query/access.ts'
import type { EngineContext } from '../query/engine-context.ts'
import { cancelImport } from '../import/cancel.ts'
import { commitImport } from '../import/commit.ts'
import { checkImport, type ImportInput } from '../import/dry-run.ts'
import { createInvalidBodyError } from '../import/import-options.ts'
import type { ImportRequest } from '../import/import-deps.ts'
import { listImports } from '../import/import-job.ts'
import { createImportQueue } from '../import/import-queue.ts'
import { undoImport } from '../import/undo.ts'
import { importSchema, importsSchema, tokenSchema } from './import-schemas.ts'
import { localeOf } from './query.ts'

type Request<Body = unknown> = FastifyRequest<{ Params: { module: string }; Body: Body }>

interface TokenBody {
  token: string
}

/** Rows in, from files of any kind. */
export async function importRoutes(
  app: FastifyInstance,
  context: EngineContext & { storage: FileStorage },
): Promise<void> {
  const turns = createImportQueue()
  const permission = { kind: 'module', action: 'import' } as const

  /**
   * Runs work when it is its turn; afterwards memories, other screens and the messages' worker learn of it. What writes goes
   * on when its client is cut off, who asks again with the token; a check ends.
   */
  const run = (
    request: Request,
    reply: FastifyReply,
    { id, endsWithClient = false }: { id: string; endsWithClient?: boolean },
    work: (call: ImportRequest) => Promise<{ data: unknown; hasMessage?: boolean }>,
  ) =>
    sendWithProgress(request, reply, async ({ signal, report }) => {
      const call = callOf(context, request, report)
      const waiting = () => report({ step: 'waiting', rows: 0 })
      const ends = endsWithClient ? signal : call.signal
      const { data, hasMessage } = await turns.take(id, ends, waiting, (either) =>
        work({ ...call, signal: either }),
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
        return run(request, reply, { id: request.id, endsWithClient: true }, async (call) => ({
          data: await checkImport(call, body, await inputOf(context, call, body)),
        }))
      return run(request, reply, { id: token }, async (call) => {
        const { report, hasMessage } = await commitImport(call, token, body)
        return { data: report, hasMessage }
      })
    },
  )
  app.get<{ Params: { module: string } }>(
    '/import/:module',
    { config: { permission }, schema: importsSchema },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return success({ items: await listImports(callOf(context, request)) })
    },
  )
  app.post<{ Params: { module: string }; Body: TokenBody }>(
    '/import/:module/undo',
    { config: { permission }, schema: tokenSchema('Takes an import back, within 24 hours') },
    (request, reply) =>
      run(request, reply, { id: `undo ${request.body.token}` }, async (call) => ({
        data: await undoImport(call, request.body.token),
        hasMessage: true,
      })),
  )
  app.post<{ Params: { module: string }; Body: TokenBody }>(
    '/import/:module/cancel',
    { config: { permission }, schema: tokenSchema('Gives a dry run up, or ends its writing') },
    async (request) => success(await cancelImport(callOf(context, request), turns, request.body.token)),
  )
}

/** What a call about imports works with. @throws Refusal the very same for an unknown and a forbidden module */
export function callOf(
  { db, registry, secrets, now, newRowId }: EngineContext,
  request: Request,
  report: ImportRequest['report'] = () => {},
): ImportRequest {
  const { caller, params } = request
  return {
    parts: { db, registry, secrets, now, newRowId },
    module: getModule(registry, caller, params.module, 'import'),
    caller,
    locale: localeOf(request),
    origin: requestOrigin(request),
    signal: new AbortController().signal,
    report,
  }
}

/** @throws Refusal unless there is a file of the caller's own, or rows */
async function inputOf(
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
