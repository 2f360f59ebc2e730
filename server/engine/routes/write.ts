import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { SuccessEnvelope } from '#contract/envelope.ts'
import { clientRowIdHeader } from '#contract/row.ts'
import type { Tables } from '#server/db/client.ts'
import { success } from '#server/http/envelope.ts'
import { runIdempotent } from '#server/http/idempotency.ts'
import { requestOrigin } from '#server/http/limits.ts'
import type { EngineContext } from '../query/engine-context.ts'
import { runAction } from '../write/run-action.ts'
import { createRow } from '../write/create-row.ts'
import { deleteRow } from '../write/delete-row.ts'
import { editRow } from '../write/edit-row.ts'
import { listHistory } from '../write/list-history.ts'
import { getModuleLockName } from '../write/module-lock.ts'
import { restoreRow } from '../write/restore-row.ts'
import { takeAcceptedOverlaps } from '../write/overlaps.ts'
import type { WriteContext } from '../schema/write-context.ts'
import { localeOf } from './query.ts'
import { actionSchema, createSchema, historySchema, writeSchema } from './write-schemas.ts'

/**
 * Writes a minute from one address to one route: a hall of people may share one, and each of them sends a form or two.
 */
const rateLimit = { max: 6000, timeWindow: 60_000 }

type Body = Readonly<Record<string, unknown>>

interface ModuleCall {
  Params: { module: string; action: string; id: string }
  Body: Body
}

/** Calls that write the rows of modules. */
export async function writeRoutes(app: FastifyInstance, context: EngineContext): Promise<void> {
  const write = (
    request: FastifyRequest<ModuleCall>,
    reply: FastifyReply,
    effect: (write: WriteContext, fields: Body) => Promise<unknown>,
  ) => writeOnce(context, request, reply, effect)

  app.post<ModuleCall>(
    '/front/post/:module',
    {
      config: { permission: { kind: 'module', action: 'create' }, rateLimit, takesKey: true },
      schema: createSchema,
    },
    async (request, reply) =>
      write(request, reply, (writing, fields) =>
        createRow(writing, request.params.module, fields, clientRowIdOf(request)),
      ),
  )
  app.post<ModuleCall>(
    '/front/edit/:module',
    {
      config: { permission: { kind: 'module', action: 'update' }, rateLimit, takesKey: true },
      schema: writeSchema('Changes a row: `{id, version, …fields}`'),
    },
    async (request, reply) =>
      write(request, reply, (writing, fields) => editRow(writing, request.params.module, fields)),
  )
  app.post<ModuleCall>(
    '/front/delete/:module',
    {
      config: { permission: { kind: 'module', action: 'delete' }, rateLimit, takesKey: true },
      schema: writeSchema('Deletes a row: `{id}`'),
    },
    async (request, reply) =>
      write(request, reply, (writing, fields) => deleteRow(writing, request.params.module, fields)),
  )
  app.post<ModuleCall>(
    '/front/action/:module/:action',
    {
      config: { permission: { kind: 'module', action: 'act' }, rateLimit, takesKey: true },
      schema: actionSchema,
    },
    async (request, reply) => {
      const { module, action } = request.params
      return write(request, reply, (writing, fields) => runAction(writing, module, action, fields))
    },
  )
  await historyRoutes(app, context, write)
}

async function historyRoutes(
  app: FastifyInstance,
  context: EngineContext,
  write: (
    request: FastifyRequest<ModuleCall>,
    reply: FastifyReply,
    effect: (write: WriteContext, fields: Body) => Promise<unknown>,
  ) => Promise<SuccessEnvelope<unknown>>,
): Promise<void> {
  app.post<ModuleCall>(
    '/front/restore/:module',
    {
      config: { permission: { kind: 'module', action: 'history' }, rateLimit, takesKey: true },
      schema: writeSchema(
        'Brings back a deleted row, or what a row held at a version: `{id, version, known}`',
      ),
    },
    async (request, reply) =>
      write(request, reply, (writing, fields) => restoreRow(writing, request.params.module, fields)),
  )
  app.get<ModuleCall>(
    '/front/revisions/:module/:id',
    { config: { permission: { kind: 'module', action: 'history' } }, schema: historySchema },
    async (request, reply) => {
      const { module, id } = request.params
      reply.header('Cache-Control', 'no-store')
      return success(await listHistory(writeContext(context, request, context.db.kysely), module, id))
    },
  )
}

/** Held against its pattern by the route's schema. */
function clientRowIdOf({ headers }: FastifyRequest<ModuleCall>): string | undefined {
  const id = headers[clientRowIdHeader.toLowerCase()]
  return typeof id === 'string' ? id : undefined
}

/** Once for each key; afterwards memories, other screens and the messages' worker learn of it. */
async function writeOnce(
  context: EngineContext,
  request: FastifyRequest<ModuleCall>,
  reply: FastifyReply,
  effect: (write: WriteContext, fields: Body) => Promise<unknown>,
): Promise<SuccessEnvelope<unknown>> {
  let hasMessage = false
  const noteMessage = () => {
    hasMessage = true
  }
  const answer = await runIdempotent(context, request, reply, {
    beside: getModuleLockName(request.params.module),
    effect: (trx) => {
      const { fields, accepted } = takeAcceptedOverlaps(request.body)
      const write = writeContext(context, request, trx, noteMessage)
      return effect({ ...write, acceptedOverlaps: accepted }, fields)
    },
  })
  context.revisions.expire()
  if (hasMessage) context.wakeMessages()
  return answer
}

function writeContext(
  { registry, secrets, now, newRowId }: EngineContext,
  request: FastifyRequest,
  trx: Kysely<Tables>,
  noteMessage: () => void = () => {},
): WriteContext {
  return {
    trx,
    registry,
    secrets,
    caller: request.caller,
    locale: localeOf(request),
    now: now(),
    newId: newRowId,
    ...requestOrigin(request),
    noteMessage,
  }
}
