import type { FastifyInstance } from 'fastify'
import type { OperateHistoryData, OperateHistoryQuery } from '#contract/api.ts'
import type { SuccessEnvelope } from '#contract/envelope.ts'
import { favourites } from '#contract/modules/favourites.ts'
import type { FileValue } from '#contract/row.ts'
import { success } from '#server/http/envelope.ts'
import { createHttpError } from '#server/errors.ts'
import type { Database } from '#server/db/client.ts'
import { findRow } from '#server/engine/query/list-rows.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import { isAllowed } from '#server/engine/schema/visible-fields.ts'
import { hasDownloaded } from '#server/downloads/download-history.ts'
import { listFileFields } from '#server/files/references.ts'
import type { UserCaller } from '#server/http/caller.ts'

/** Calls a minute from one address: a page asks once for what it shows. */
const rateLimit = { max: 6000, timeWindow: 60_000 }

const text = (description: string) => ({ type: 'string', minLength: 1, maxLength: 64, description })

const schema = {
  tags: ['files'],
  summary: 'Whether the caller has marked something with the star, or downloaded it',
  params: { type: 'object', properties: { type: text('`favourite` or `download`') } },
  querystring: {
    type: 'object',
    additionalProperties: false,
    properties: {
      module: text('Module of the row'),
      id: text('The row'),
      no: text('Number of a file, for `download`'),
    },
  },
} as const

/** What a person did with something. The answer is theirs alone and kept by nobody (checklist 313). */
export async function operateHistoryRoutes(app: FastifyInstance, context: HistoryContext): Promise<void> {
  app.get<{ Params: { type: string }; Querystring: OperateHistoryQuery }>(
    '/front/operateHistory/has/:type',
    { config: { permission: { kind: 'signed_in' }, rateLimit }, schema },
    async (request): Promise<SuccessEnvelope<OperateHistoryData>> => {
      const { caller, params, query } = request
      if (caller.kind !== 'user') throw createHttpError('sign_in.required')
      const has = Object.hasOwn(activityChecks, params.type) ? activityChecks[params.type] : undefined
      if (!has) throw createHttpError('not_found')
      return success({ has: await has(context, caller, query) })
    },
  )
}

/** Where it is looked up what people did. */
interface HistoryContext {
  db: Database
  registry: Registry
}

/** Whether a person did it with what the query names. */
type FindDeed = (context: HistoryContext, caller: UserCaller, query: OperateHistoryQuery) => Promise<boolean>

/** By their names on the wire (specification §7). */
const activityChecks: Readonly<Record<string, FindDeed>> = { favourite: hasMarked, download: hasFile }

async function hasMarked(
  { db }: HistoryContext,
  caller: UserCaller,
  query: OperateHistoryQuery,
): Promise<boolean> {
  const { module, id } = rowOf(query)
  const row = await moduleTables(db.kysely)
    .selectFrom(favourites.name)
    .select('id')
    .where('owner_id', '=', caller.id)
    .where('item_module', '=', module)
    .where('item_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Any file of a row will do, as far as the person sees row and file. */
async function hasFile(
  { db, registry }: HistoryContext,
  caller: UserCaller,
  query: OperateHistoryQuery,
): Promise<boolean> {
  if (query.no !== undefined) return hasDownloaded(db.kysely, caller.id, [query.no])
  const { module: name, id } = rowOf(query)
  const module = registry.find(name)
  if (!module || !isAllowed(caller, module, 'read')) return false
  const row = await findRow(db.kysely, module, caller, { id, drafts: false })
  const files = listFileFields(module.definition.fields).map(
    (key) => row?.[key] as FileValue | null | undefined,
  )
  return hasDownloaded(
    db.kysely,
    caller.id,
    files.flatMap((file) => (typeof file?.no === 'string' ? [file.no] : [])),
  )
}

/** @throws Refusal when the query names no row */
function rowOf({ module, id }: OperateHistoryQuery): { module: string; id: string } {
  const missing = Object.entries({ module, id }).filter(([, value]) => value === undefined)
  if (module !== undefined && id !== undefined) return { module, id }
  throw createHttpError('request.invalid', {
    fields: missing.map(([path]) => ({ path, key: 'field.required' })),
  })
}
