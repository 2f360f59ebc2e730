import { success } from '#server/http/envelope.ts'
import type { Database } from '#server/db/client.ts'
import type { Caller, CallerContext } from '#server/http/caller.ts'
import { etagOf, type PublicAnswer } from '#server/http/public-answer.ts'
import { refuse } from '#server/http/refusal.ts'
import { getModule, isPersonal, seesAsPublic, viewKey } from './access.ts'
import { parseFlag, parseListQuery, parseWith, type ListQuery } from './list-request.ts'
import { prepareList } from './kept-lists.ts'
import { findRow, listRows, readList } from './list-rows.ts'
import { moduleTables } from './module-tables.ts'
import type { PublicLists } from './public-lists.ts'
import { planQuery } from './query-plan.ts'
import type { Registry } from './registry.ts'
import type { ServerModule } from './server-module.ts'
import { findGrant, isConsoleReader, mayDo } from './visible-fields.ts'

/** What the calls that read modules work with. */
export interface ReadContext {
  db: Database
  registry: Registry
  publicLists: PublicLists
}

/** Bytes of an answer, and who may keep them. */
export interface ReadAnswer {
  /** True when everybody gets the same answer. */
  isPublic: boolean
  answer: PublicAnswer
}

/** `GET /front/query/{module}/all`. */
export async function answerList(
  context: ReadContext,
  { caller, locale }: CallerContext,
  name: string,
  query: ListQuery,
): Promise<ReadAnswer> {
  const { db, registry } = context
  const module = getModule(registry, caller, name, 'list')
  const request = parseListQuery(query, module.definition, isConsoleReader(caller, module))
  const asked = JSON.stringify(request)
  const list = prepareList(db.kysely, module, { caller, locale }, { request, key: asked })
  const { variesByLanguage } = list
  const { isPublic, answer } = await answerFor(context, caller, module, {
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
export async function answerDetail(
  context: ReadContext,
  caller: Caller,
  { module: name, id }: RowPath,
  query: ListQuery,
): Promise<ReadAnswer> {
  const module = getModule(context.registry, caller, name, 'read')
  const drafts = parseFlag(query['drafts'], 'drafts')
  const withRights = parseWith(query['with'])
  const read = async () => {
    const row = await findRow(context.db.kysely, module, caller, { id, drafts, withRights })
    if (!row) throw refuse('not_found')
    return row
  }
  return answerFor(context, caller, module, { key: `row ${id}`, isOwnAnswer: drafts || withRights, read })
}

/**
 * A value by its name; who may see drafts sees those that are not public too.
 * @throws TypeError when the module has no named values
 */
export async function answerNamedValue(
  context: ReadContext,
  caller: Caller,
  module: ServerModule,
  wanted: string,
): Promise<ReadAnswer> {
  if (!module.namedValues) throw new TypeError(`${module.definition.name} has no named values`)
  const { name, value } = module.namedValues
  const { definition } = getModule(context.registry, caller, module.definition.name, 'read')
  const drafts = mayDo(caller, module, 'drafts')
  const read = async () => {
    const query = { filters: '', fq: JSON.stringify([{ param: name, value: wanted }]), fields: value }
    const request = { ...parseListQuery(query, definition, false), drafts }
    const plan = planQuery(moduleTables(context.db.kysely), module, { caller, locale: 'zh-CN' }, request)
    const [row] = (await listRows(context.db.kysely, plan, caller)).items
    if (!row) throw refuse('not_found')
    return row[value]
  }
  return answerFor(context, caller, module, { key: `value ${wanted}`, isOwnAnswer: drafts, read })
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
export async function answerFor(
  { publicLists }: ReadContext,
  caller: Caller,
  module: ServerModule,
  { key, isOwnAnswer, read }: AnswerOptions,
): Promise<ReadAnswer> {
  const makeBody = async () => JSON.stringify(success(await read()))
  const grant = findGrant(caller, module)
  if (isOwnAnswer || !module.permissions.anonymous || isPersonal(grant)) {
    const body = await makeBody()
    return { isPublic: false, answer: { body, etag: etagOf(body) } }
  }
  const fullKey = `${viewKey(grant)} ${key}`
  return {
    isPublic: seesAsPublic(caller, module),
    answer: await publicLists.answer(module.definition.name, fullKey, makeBody),
  }
}
