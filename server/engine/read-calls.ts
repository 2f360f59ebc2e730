import { success } from '#server/http/envelope.ts'
import type { Locale } from '#contract/locale.ts'
import type { Database } from '#server/db/client.ts'
import type { Caller } from '#server/http/caller.ts'
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
import type { NamedValues, ServerModule } from './server-module.ts'
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
  caller: Caller,
  name: string,
  query: ListQuery,
  locale: Locale,
): Promise<ReadAnswer> {
  const { db, registry } = context
  const module = getModule(registry, caller, name, 'list')
  const request = parseListQuery(query, module.definition, isConsoleReader(caller, module))
  const asked = JSON.stringify(request)
  const list = prepareList(db.kysely, module, caller, request, locale, asked)
  const { variesByLanguage } = list
  const key = `list ${variesByLanguage ? locale : ''} ${asked}`
  const read = () => readList(db.kysely, list, caller)
  const { isPublic, answer } = await answerFor(
    context,
    caller,
    module,
    request.drafts || request.own || request.withRights,
    key,
    read,
  )
  return { isPublic, answer: variesByLanguage ? { ...answer, variesByLanguage } : answer }
}

/** `GET /front/query/{module}/{id}`. */
export async function answerDetail(
  context: ReadContext,
  caller: Caller,
  name: string,
  id: string,
  query: ListQuery,
): Promise<ReadAnswer> {
  const module = getModule(context.registry, caller, name, 'read')
  const drafts = parseFlag(query['drafts'], 'drafts')
  const withRights = parseWith(query['with'])
  return answerFor(context, caller, module, drafts || withRights, `row ${id}`, async () => {
    const row = await findRow(context.db.kysely, module, caller, id, { drafts, withRights })
    if (!row) throw refuse('not_found')
    return row
  })
}

/** A value by its name; whoever may see drafts sees those that are not public too. */
export async function answerNamedValue(
  context: ReadContext,
  caller: Caller,
  module: ServerModule,
  { name, value }: NamedValues,
  wanted: string,
): Promise<ReadAnswer> {
  const { definition } = getModule(context.registry, caller, module.definition.name, 'read')
  const drafts = mayDo(caller, module, 'drafts')
  return answerFor(context, caller, module, drafts, `value ${wanted}`, async () => {
    const query = { filters: '', fq: JSON.stringify([{ param: name, value: wanted }]), fields: value }
    const request = { ...parseListQuery(query, definition, false), drafts }
    const plan = planQuery(moduleTables(context.db.kysely), module, caller, request, 'zh-CN')
    const [row] = (await listRows(context.db.kysely, plan, caller)).items
    if (!row) throw refuse('not_found')
    return row[value]
  })
}

/**
 * Published rows of a public module come from memory while nothing in the module changed; what only some may see is read
 * anew.
 * @param isOwnAnswer true for what is not kept for others
 * @param key the normalized call; callers who see alike get equal answers to equal keys
 */
export async function answerFor(
  { publicLists }: ReadContext,
  caller: Caller,
  module: ServerModule,
  isOwnAnswer: boolean,
  key: string,
  read: () => Promise<unknown>,
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
