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
import { listFileFields } from '#server/engine/field-types/index.ts'
import type { UserCaller } from '#server/http/caller.ts'

/**
 * Requests per minute from one IP address, which the visitors of a hall may share. A page sends one for its row.
 */
const rateLimit = { max: 6000, timeWindow: 60_000 }

const textSchema = (description: string) => ({ type: 'string', minLength: 1, maxLength: 64, description })

const schema = {
  tags: ['files'],
  summary: 'Whether the caller has marked something with the star, or downloaded it',
  params: { type: 'object', properties: { type: textSchema('`favourite` or `download`') } },
  querystring: {
    type: 'object',
    additionalProperties: false,
    properties: {
      module: textSchema('Module of the row'),
      id: textSchema('The row'),
      no: textSchema('Number of a file, for `download`'),
    },
  },
} as const

/**
 * Registers the endpoint that reports whether the caller starred or downloaded a row or file. The response is private
 * and never cached.
 */
export async function activityRoutes(app: FastifyInstance, context: ActivityDeps): Promise<void> {
  app.get<{ Params: { type: string }; Querystring: OperateHistoryQuery }>(
    '/front/operateHistory/has/:type',
    { config: { permission: { kind: 'signed_in' }, rateLimit }, schema },
    async (request): Promise<SuccessEnvelope<OperateHistoryData>> => {
      const { caller, params, query } = request
      if (caller.kind !== 'user') throw createHttpError('sign_in.required')
      const checkActivity = Object.hasOwn(activityChecks, params.type)
        ? activityChecks[params.type]
        : undefined
      if (!checkActivity) throw createHttpError('not_found')
      return success({ has: await checkActivity(context, caller, query) })
    },
  )
}

/** Dependencies of the activity checks. */
interface ActivityDeps {
  db: Database
  registry: Registry
}

/** Checks whether the caller did the activity with the row or file that the query names. */
type CheckActivity = (
  context: ActivityDeps,
  caller: UserCaller,
  query: OperateHistoryQuery,
) => Promise<boolean>

/** Checks by activity type. The keys are wire names. */
const activityChecks: Readonly<Record<string, CheckActivity>> = {
  favourite: hasFavourite,
  download: hasDownloadedFile,
}

async function hasFavourite(
  { db }: ActivityDeps,
  caller: UserCaller,
  query: OperateHistoryQuery,
): Promise<boolean> {
  const { module, id } = getRowReference(query)
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

/** Checks whether the caller downloaded the file with the number `no`, or without it any file of a row that they see. */
async function hasDownloadedFile(
  { db, registry }: ActivityDeps,
  caller: UserCaller,
  query: OperateHistoryQuery,
): Promise<boolean> {
  if (query.no !== undefined) return hasDownloaded(db.kysely, caller.id, [query.no])
  const { module: name, id } = getRowReference(query)
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

/** @throws HttpError `request.invalid` when the query names no row */
function getRowReference({ module, id }: OperateHistoryQuery): { module: string; id: string } {
  if (module !== undefined && id !== undefined) return { module, id }
  const missingParameters = Object.entries({ module, id }).filter(([, value]) => value === undefined)
  throw createHttpError('request.invalid', {
    fields: missingParameters.map(([path]) => ({ path, key: 'field.required' })),
  })
}
