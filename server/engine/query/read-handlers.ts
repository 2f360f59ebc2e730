import { success } from '#server/http/envelope.ts'
import type { Database } from '#server/db/client.ts'
import type { Caller, CallerContext } from '#server/http/caller.ts'
import { createEtag, type PublicResponse } from '#server/http/public-response.ts'
import { createHttpError } from '#server/errors.ts'
import { getModule, isPersonal, seesAsPublic, getViewKey } from './access.ts'
import { parseFlag, parseListQuery, parseWith, type ListQuery } from './list-request.ts'
import { getListPlan } from './list-plan-cache.ts'
import { findRow, listRows, readList } from './list-rows.ts'
import { moduleTables } from '../../db/module-tables.ts'
import type { PublicResponseCache } from './public-response-cache.ts'
import { planQuery } from './query-plan.ts'
import type { Registry } from '../schema/registry.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { findModulePermission, isConsoleReader, isAllowed } from '../schema/visible-fields.ts'

/** What the calls that read modules work with. */
export interface ReadContext {
  db: Database
  registry: Registry
  publicLists: PublicResponseCache
}

/** Bytes of an answer, and who may keep them. */
export interface ReadResponse {
  /** True when everybody gets the same answer. */
  isPublic: boolean
  answer: PublicResponse
}

/** `GET /front/query/{module}/all`. */
export async function handleList(
  context: ReadContext,
  { caller, locale }: CallerContext,
  name: string,
  query: ListQuery,
): Promise<ReadResponse> {
  const { db, registry } = context
  const module = getModule(registry, caller, name, 'list')
  const request = parseListQuery(query, module.definition, isConsoleReader(caller, module))
  const asked = JSON.stringify(request)
  const list = getListPlan(db.kysely, module, { caller, locale }, { request, key: asked })
  const { variesByLanguage } = list
  const { isPublic, answer } = await respondCached(context, caller, module, {
    key: `list ${variesByLanguage ? locale : ''} ${asked}`,
    isOwnAnswer: request.drafts || request.own || request.withRights,
    read: () => readList(db.kysely, list, caller),
  })
  return { isPublic, answer: variesByLanguage ? { ...answer, variesByLanguage } : answer }
}

/** The part of a path that names a row. */
export interface RowPath {
  /** Name of its module. */
  module: string
  id: string
}

/** `GET /front/query/{module}/{id}`. */
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
  return respondCached(context, caller, module, { key: `row ${id}`, isOwnAnswer: drafts || withRights, read })
}

/**
 * A value by its name; who may see drafts sees those that are not public too.
 * @throws TypeError when the module has no named values
 */
export async function handleNamedValue(
  context: ReadContext,
  caller: Caller,
  module: ServerModule,
  wanted: string,
): Promise<ReadResponse> {
  if (!module.namedValues) throw new TypeError(`${module.definition.name} has no named values`)
  const { name, value } = module.namedValues
  const { definition } = getModule(context.registry, caller, module.definition.name, 'read')
  const drafts = isAllowed(caller, module, 'drafts')
  const read = async () => {
    const query = { filters: '', fq: JSON.stringify([{ param: name, value: wanted }]), fields: value }
    const request = { ...parseListQuery(query, definition, false), drafts }
    const plan = planQuery(moduleTables(context.db.kysely), module, { caller, locale: 'zh-CN' }, request)
    const [row] = (await listRows(context.db.kysely, plan, caller)).items
    if (!row) throw createHttpError('not_found')
    return row[value]
  }
  return respondCached(context, caller, module, { key: `value ${wanted}`, isOwnAnswer: drafts, read })
}

/** An answer before it is read. */
export interface AnswerOptions {
  /** The normalized call; callers who see alike get equal answers to equal keys. */
  key: string
  /** True for what is not remembered for others. */
  isOwnAnswer: boolean
  read: () => Promise<unknown>
}

/**
 * Published rows of a public module come from memory while nothing in the module changed; what only some may see is read
 * anew.
 */
export async function respondCached(
  { publicLists }: ReadContext,
  caller: Caller,
  module: ServerModule,
  { key, isOwnAnswer, read }: AnswerOptions,
): Promise<ReadResponse> {
  const makeBody = async () => JSON.stringify(success(await read()))
  const grant = findModulePermission(caller, module)
  if (isOwnAnswer || !module.permissions.anonymous || isPersonal(grant)) {
    const body = await makeBody()
    return { isPublic: false, answer: { body, etag: createEtag(body) } }
  }
  const fullKey = `${getViewKey(grant)} ${key}`
  return {
    isPublic: seesAsPublic(caller, module),
    answer: await publicLists.answer(module.definition.name, fullKey, makeBody),
  }
}
