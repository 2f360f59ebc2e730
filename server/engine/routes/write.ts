import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { EngineContext } from '../query/engine-context.ts'
import { getRequestLocale } from './query.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import { createRow } from '../write/create-row.ts'
import { deleteRow } from '../write/delete-row.ts'
import { editRow } from '../write/edit-row.ts'
import { listHistory } from '#server/engine/write/row-revisions.ts'
import { getModuleLockName } from '#server/engine/write/lock-row.ts'
import { splitAcceptedOverlaps } from '../write/overlaps.ts'
import { restoreRow } from '../write/restore-row.ts'
import { runAction } from '../write/run-action.ts'
import { acceptedOverlapsKey } from '#contract/row-api.ts'
import type { SuccessEnvelope } from '#contract/envelope.ts'
import { clientRowIdHeader, clientRowIdPattern } from '#contract/row.ts'
import type { Tables } from '#server/db/client.ts'
import { success } from '#server/http/envelope.ts'
import { runIdempotent } from '#server/http/idempotency.ts'
import { getRequestOrigin } from '#server/http/limits.ts'

/**
 * Maximum writes per minute from one address to one route. The visitors of a hall may share an address and send one or two
 * forms each.
 */
const rateLimit = { max: 6000, timeWindow: 60_000 }

/** A request body: values by key of the field, and further members such as `id`. */
type Body = Readonly<Record<string, unknown>>

/** Types of the endpoints, for Fastify; each path has some of the parameters. */
interface ModuleCall {
  Params: { module: string; action: string; id: string }
  Body: Body
}

/** Registers the endpoints that write rows. */
export async function writeRoutes(app: FastifyInstance, context: EngineContext): Promise<void> {
  const write = (
    request: FastifyRequest<ModuleCall>,
    reply: FastifyReply,
    effect: (writeContext: WriteContext, fields: Body) => Promise<unknown>,
  ) => writeOnce(context, request, reply, effect)

  app.post<ModuleCall>(
    '/front/post/:module',
    {
      config: { permission: { kind: 'module', action: 'create' }, rateLimit, takesKey: true },
      schema: createSchema,
    },
    async (request, reply) =>
      write(request, reply, (writeContext, fields) =>
        createRow(writeContext, request.params.module, fields, findClientRowId(request)),
      ),
  )
  app.post<ModuleCall>(
    '/front/edit/:module',
    {
      config: { permission: { kind: 'module', action: 'update' }, rateLimit, takesKey: true },
      schema: writeSchema('Changes a row: `{id, version, …fields}`'),
    },
    async (request, reply) =>
      write(request, reply, (writeContext, fields) => editRow(writeContext, request.params.module, fields)),
  )
  app.post<ModuleCall>(
    '/front/delete/:module',
    {
      config: { permission: { kind: 'module', action: 'delete' }, rateLimit, takesKey: true },
      schema: writeSchema('Deletes a row: `{id}`'),
    },
    async (request, reply) =>
      write(request, reply, (writeContext, fields) => deleteRow(writeContext, request.params.module, fields)),
  )
  app.post<ModuleCall>(
    '/front/action/:module/:action',
    {
      config: { permission: { kind: 'module', action: 'act' }, rateLimit, takesKey: true },
      schema: actionSchema,
    },
    async (request, reply) => {
      const { module, action } = request.params
      return write(request, reply, (writeContext, fields) => runAction(writeContext, module, action, fields))
    },
  )
  await historyRoutes(app, context, write)
}

/** Registers the endpoints of a row's history. */
async function historyRoutes(
  app: FastifyInstance,
  context: EngineContext,
  write: (
    request: FastifyRequest<ModuleCall>,
    reply: FastifyReply,
    effect: (writeContext: WriteContext, fields: Body) => Promise<unknown>,
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
      write(request, reply, (writeContext, fields) =>
        restoreRow(writeContext, request.params.module, fields),
      ),
  )
  app.get<ModuleCall>(
    '/front/revisions/:module/:id',
    { config: { permission: { kind: 'module', action: 'history' } }, schema: historySchema },
    async (request, reply) => {
      const { module, id } = request.params
      reply.header('Cache-Control', 'no-store')
      return success(await listHistory(toWriteContext(context, request, context.db.kysely), module, id))
    },
  )
}

/** Finds the client row id, which the route's schema has validated. */
function findClientRowId({ headers }: FastifyRequest<ModuleCall>): string | undefined {
  const id = headers[clientRowIdHeader.toLowerCase()]
  return typeof id === 'string' ? id : undefined
}

/**
 * Runs a write once for each idempotency key, then expires caches, notifies other screens and wakes the message worker.
 * @param effect writes in the transaction; gets the body without the accepted overlaps
 */
async function writeOnce(
  context: EngineContext,
  request: FastifyRequest<ModuleCall>,
  reply: FastifyReply,
  effect: (writeContext: WriteContext, fields: Body) => Promise<unknown>,
): Promise<SuccessEnvelope<unknown>> {
  let hasMessage = false
  const noteMessage = () => {
    hasMessage = true
  }
  const response = await runIdempotent(context, request, reply, {
    sharedLockName: getModuleLockName(request.params.module),
    effect: (trx) => {
      const { fields, accepted } = splitAcceptedOverlaps(request.body)
      const writeContext = toWriteContext(context, request, trx, noteMessage)
      return effect({ ...writeContext, acceptedOverlaps: accepted }, fields)
    },
  })
  context.revisions.expire()
  if (hasMessage) context.wakeMessages()
  return response
}

/** Creates the context of a write by the caller of a request. @param noteMessage called when a message was queued */
function toWriteContext(
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
    locale: getRequestLocale(request),
    now: now(),
    newId: newRowId,
    ...getRequestOrigin(request),
    noteMessage,
  }
}

const moduleParam = { type: 'string', description: 'Name of the module.' } as const
const moduleParams = { type: 'object', properties: { module: moduleParam } } as const

/** Description of every endpoint that writes rows. */
const description =
  'A row that would stand beside others in one place at one time is refused with `row.overlaps`, which names them. The ' +
  `same body with their ids in \`${acceptedOverlapsKey}\`, under a key of its own, is taken.`

/** Creates the schema of endpoints that write. The body depends on the module; its schema is in the module's metadata. */
export function writeSchema(summary: string) {
  return { tags: ['modules'], summary, description, params: moduleParams, body: { type: 'object' } } as const
}

/** `POST /front/post/{module}`. */
export const createSchema = {
  ...writeSchema('Creates a row'),
  headers: {
    type: 'object',
    properties: {
      [clientRowIdHeader]: {
        type: 'string',
        pattern: clientRowIdPattern,
        description:
          'The id by which the client knows the row. A row of the caller’s own keeps it and tells it to them in lists ' +
          'with `own=1`; the same id again, under another key too, gets the row that is there.',
      },
    },
  },
} as const

/** `POST /front/action/{module}/{action}`. */
export const actionSchema = {
  ...writeSchema('Calls an action of the module on one row'),
  params: {
    type: 'object',
    properties: { module: moduleParam, action: { type: 'string', description: 'Name of the action.' } },
  },
} as const

/** `GET /front/revisions/{module}/{id}`. */
export const historySchema = {
  tags: ['modules'],
  summary: 'Lists the writes of a row, the newest first',
  params: { type: 'object', properties: { module: moduleParam, id: { type: 'string' } } },
} as const
