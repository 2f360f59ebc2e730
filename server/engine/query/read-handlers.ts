import { success } from '#server/http/envelope.ts'
import type { Caller, CallerContext } from '#server/http/caller.ts'
import { createEtag, type PublicResponse } from '#server/http/public-response.ts'
import { createHttpError } from '#server/errors.ts'
import { getModule, isPersonal, seesAsPublic, getViewKey } from './access.ts'
import { parseFlag, parseListQuery, parseWith, type ListQuery } from './list-request.ts'
import { getPreparedList } from './list-queries.ts'
import type { ReadContext } from './engine-context.ts'
import { findRow, listRows, readList } from './list-rows.ts'
import { moduleTables } from '../../db/module-tables.ts'
import { planQuery } from './query-plan.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { findModulePermission, isConsoleReader, isAllowed } from '../schema/visible-fields.ts'

/** A serialized response and who may cache it. */
export interface ReadResponse {
  /** True when all callers get the same response. */
  isPublic: boolean
  response: PublicResponse
}

/**
 * `GET /front/query/{module}/all`.
 * @throws HttpError for a module that the caller may not list, and for an invalid query
 */
export async function handleList(
  context: ReadContext,
  { caller, locale }: CallerContext,
  name: string,
  query: ListQuery,
): Promise<ReadResponse> {
  const { db, registry } = context
  const module = getModule(registry, caller, name, 'list')
  const request = parseListQuery(query, module.definition, isConsoleReader(caller, module))
  const requestKey = JSON.stringify(request)
  const list = getPreparedList(db.kysely, module, { caller, locale }, { request, key: requestKey })
  const { variesByLanguage } = list
  const { isPublic, response } = await respondCached(context, caller, module, {
    key: `list ${variesByLanguage ? locale : ''} ${requestKey}`,
    isPersonalResponse: request.drafts || request.own || request.withRights,
    read: () => readList(db.kysely, list, caller),
  })
  return { isPublic, response: variesByLanguage ? { ...response, variesByLanguage } : response }
}

/** The path parameters that identify a row. */
export interface RowPath {
  /** Name of its module. */
  module: string
  /** Id of the row. */
  id: string
}

/**
 * `GET /front/query/{module}/{id}`.
 * @throws HttpError `not_found` for a row that does not exist for the caller
 */
export async function handleDetail(
  context: ReadContext,
  caller: Caller,
  { module: name, id }: RowPath,
  query: ListQuery,
): Promise<ReadResponse> {
  const module = getModule(context.registry, caller, name, 'read')
  const drafts = parseFlag(query['drafts'], 'drafts')
  const withRights = parseWith(query['with'])
  const read = async () => {
    const row = await findRow(context.db.kysely, module, caller, { id, drafts, withRights })
    if (!row) throw createHttpError('not_found')
    return row
  }
  return respondCached(context, caller, module, {
    key: `row ${id}`,
    isPersonalResponse: drafts || withRights,
    read,
  })
}

/**
 * Reads a value by its name; callers who may see drafts also get values that are not public.
 * @throws TypeError when the module has no named values
 */
export async function handleNamedValue(
  context: ReadContext,
  caller: Caller,
  module: ServerModule,
  requestedName: string,
): Promise<ReadResponse> {
  if (!module.namedValues) throw new TypeError(`${module.definition.name} has no named values`)
  const { name, value } = module.namedValues
  // Not to find the module, but to check that the caller may read it.
  const { definition } = getModule(context.registry, caller, module.definition.name, 'read')
  const drafts = isAllowed(caller, module, 'drafts')
  const read = async () => {
    const query = { fq: JSON.stringify([{ param: name, value: requestedName }]), fields: value }
    const request = { ...parseListQuery(query, definition, false), drafts }
    // The language only affects the order, and there is one row at most.
    const plan = planQuery(moduleTables(context.db.kysely), module, { caller, locale: 'zh-CN' }, request)
    const [row] = (await listRows(context.db.kysely, plan, caller)).items
    if (!row) throw createHttpError('not_found')
    return row[value]
  }
  return respondCached(context, caller, module, {
    key: `value ${requestedName}`,
    isPersonalResponse: drafts,
    read,
  })
}

/** How to read a response and cache it. */
export interface CachedResponseOptions {
  /** The normalized request; callers with the same view get equal responses to equal keys. */
  key: string
  /** True for a response that must not be shared with other callers. */
  isPersonalResponse: boolean
  /** Reads the data of the response from the database. */
  read: () => Promise<unknown>
}

/**
 * Responds with the published rows of a public module from the cache until the module changes. Other responses are always
 * read from the database.
 */
export async function respondCached(
  { publicResponses }: ReadContext,
  caller: Caller,
  module: ServerModule,
  { key, isPersonalResponse, read }: CachedResponseOptions,
): Promise<ReadResponse> {
  const makeBody = async () => JSON.stringify(success(await read()))
  const permission = findModulePermission(caller, module)
  if (isPersonalResponse || !module.permissions.anonymous || isPersonal(permission)) {
    const body = await makeBody()
    return { isPublic: false, response: { body, etag: createEtag(body) } }
  }
  const fullKey = `${getViewKey(permission)} ${key}`
  return {
    isPublic: seesAsPublic(caller, module),
    response: await publicResponses.getResponse(module.definition.name, fullKey, makeBody),
  }
}
