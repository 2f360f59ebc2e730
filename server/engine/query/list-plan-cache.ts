import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Tables } from '#server/db/client.ts'
import { prepareQuery } from '#server/db/prepared-query.ts'
import type { Caller, CallerContext } from '#server/http/caller.ts'
import { isPersonal } from './access.ts'
import type { ListRequest } from './list-request.ts'
import { countQuery, pageQuery, toResponseMeta, toPreparedList, type PreparedList } from './list-queries.ts'
import { moduleTables } from '../../db/module-tables.ts'
import { planQuery, type QueryPlan } from './query-plan.ts'
import { getCallerId, withId } from './row-query.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { findModulePermission, getAccessRole } from '../schema/visible-fields.ts'

/** Lists that are kept in the words of the database; the least recently asked for go first. */
const maxLists = 300
/** Lists that take more characters to be asked for are hardly asked for twice. */
const maxKeyCharacters = 1000

interface Kept {
  module: ServerModule
  list: PreparedList | undefined
}

const known = new LRUCache<string, Kept>({ max: maxLists })

/** A list call with the text that tells it from others. */
export interface KeyedListRequest {
  request: ListRequest
  /** The request as text. */
  key: string
}

/**
 * A list call, held against what the caller may see and put into words. From the second time on that is known for all
 * callers who see alike: only their own id is filled in.
 * @throws Refusal as `planQuery` does
 */
export function getListPlan(
  kysely: Kysely<Tables>,
  module: ServerModule,
  { caller, locale }: CallerContext,
  { request, key: requestKey }: KeyedListRequest,
): PreparedList {
  const key = `${module.definition.name} ${caller.kind} ${getAccessRole(caller, module)} ${locale} ${requestKey}`
  const kept = known.get(key)
  const isSecond = kept?.module === module
  let list = isSecond ? kept.list : undefined
  if (!list) {
    const planFor = (one: Kysely<Tables>, whoever: Caller) =>
      planQuery(moduleTables(one), module, { caller: whoever, locale }, request)
    list = isSecond ? keepList(kysely, caller, planFor, request) : toPreparedList(planFor(kysely, caller))
  }
  if (key.length <= maxKeyCharacters) known.set(key, { module, list: isSecond ? list : undefined })
  return list
}

type PlanFor = (kysely: Kysely<Tables>, caller: Caller) => QueryPlan

function keepList(
  kysely: Kysely<Tables>,
  caller: Caller,
  planFor: PlanFor,
  asked: Pick<ListRequest, 'drafts' | 'own'>,
): PreparedList {
  const { rowsKey, ...plan } = planFor(kysely, withId(caller, ''))
  const isOwn = isPersonal(findModulePermission(caller, plan.module), asked)
  const keepPage = (hasTotal: boolean) =>
    prepareQuery(
      (one, { callerId }: { callerId: string }) =>
        pageQuery(one, planFor(one, withId(caller, callerId)), hasTotal).compile(one),
      planned,
    )
  const pages = { withTotal: keepPage(true), alone: keepPage(false) }
  const count = prepareQuery(
    (one, { callerId }: { callerId: string }) =>
      countQuery(planFor(one, withId(caller, callerId))).compile(one),
    planned,
  )
  return {
    ...toResponseMeta({ ...plan, rowsKey }),
    rowsKey: (asking) => (isOwn ? `${rowsKey} ${getCallerId(asking)}` : rowsKey),
    page: (one, asking, hasTotal) =>
      pages[hasTotal ? 'withTotal' : 'alone'].with(one, { callerId: getCallerId(asking) }),
    count: (one, asking) => count.with(one, { callerId: getCallerId(asking) }),
  }
}

/** How a list is found depends on how many rows its values match. */
const planned = { isNamed: false }
