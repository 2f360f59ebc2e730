import type { SearchData } from '#contract/calls.ts'
import type { Locale } from '#contract/locale.ts'
import type { Caller } from '#server/http/caller.ts'
import { getModule } from './access.ts'
import { toLabel, titleOf } from './labels.ts'
import { parseListQuery, type ListQuery } from './list-request.ts'
import { listRows } from './list-rows.ts'
import { moduleTables } from './module-tables.ts'
import { planQuery } from './query-plan.ts'
import type { ReadContext } from './read-calls.ts'
import type { ServerModule } from './server-module.ts'
import { mayDo, refuseAsUnknown, visibleFields } from './visible-fields.ts'

/** The field that addresses of articles carry (T13), in results of modules that have it. */
const numberField = 'no'

/** `GET /front/search?q&module&page`: published rows of all searched modules, or of one of them. */
export async function searchModules(
  context: ReadContext,
  caller: Caller,
  query: ListQuery,
  locale: Locale,
): Promise<SearchData> {
  const modules = searchedModules(context, caller, query['module'])
  const groups = await Promise.all(
    modules.map((module) => searchModule(context, caller, module, query, locale)),
  )
  return { groups }
}

function searchedModules(
  { registry }: ReadContext,
  caller: Caller,
  name: string | undefined,
): ServerModule[] {
  if (!name) {
    return registry.modules.filter(
      (module) => module.definition.searchGroup !== undefined && mayDo(caller, module, 'list'),
    )
  }
  const module = getModule(registry, caller, name, 'list')
  if (module.definition.searchGroup === undefined) throw refuseAsUnknown(caller)
  return [module]
}

async function searchModule(
  { db }: ReadContext,
  caller: Caller,
  module: ServerModule,
  query: ListQuery,
  locale: Locale,
): Promise<SearchData['groups'][number]> {
  const { definition } = module
  const { template, fields } = titleOf(caller, module)
  const numbered = visibleFields(caller, module, 'columns').has(numberField) ? [numberField] : []
  const asked = parseListQuery({ q: query['q'], page: query['page'] }, definition, false)
  const request = { ...asked, fields: [...fields, ...numbered] }
  const plan = planQuery(moduleTables(db.kysely), module, caller, request, locale)
  const isEmpty = request.words === ''
  const { items, total } = isEmpty ? { items: [], total: 0 } : await listRows(db.kysely, plan, caller)
  return {
    name: definition.searchGroup ?? definition.name,
    module: definition.name,
    label: definition.label,
    total,
    items: items.map((row) => ({
      id: row['id'] as string,
      ...(typeof row[numberField] === 'string' ? { no: row[numberField] } : {}),
      title: toLabel(template, row),
    })),
  }
}
