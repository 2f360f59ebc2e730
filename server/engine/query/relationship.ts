import type { RelationshipData } from '#contract/api.ts'
import type { FilterItem } from '#contract/filters.ts'
import { listTemplateFields } from '#contract/module-definition.ts'
import type { Caller, CallerContext } from '#server/http/caller.ts'
import { getModule } from './access.ts'
import { toLabel, getTitleTemplate } from './labels.ts'
import { parseFlag, parseListQuery, type ListQuery, type ListRequest } from './list-request.ts'
import { listRows } from './list-rows.ts'
import { moduleTables } from '../../db/module-tables.ts'
import { planQuery } from './query-plan.ts'
import type { ReadContext } from './engine-context.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { isAllowed, createUnknownFieldError, visibleFields } from '../schema/visible-fields.ts'

/**
 * `GET /relationship/{module}?field&q&ids&page&size`: lists the rows that a relation field may point to, with the
 * permissions of their module.
 */
export async function listRelated(
  { db, registry }: ReadContext,
  context: CallerContext,
  name: string,
  query: ListQuery,
): Promise<RelationshipData> {
  const { caller } = context
  const module = getModule(registry, caller, name, 'list')
  const fieldName = query['field'] ?? ''
  const relation = visibleFields(caller, module, 'relation').get(fieldName)?.relation
  const target = relation && registry.get(relation.module)
  if (!target || !isAllowed(caller, target, 'list')) throw createUnknownFieldError(fieldName)
  const { template, fields } = getTitleTemplate(caller, target)
  const searchedFields = relation.search ?? listTemplateFields(target.definition.titleTemplate)
  const request: ListRequest = {
    ...parseListQuery({ page: query['page'], size: query['size'] }, target.definition, false),
    items: [...toSearchItems(caller, target, searchedFields, query['q'] ?? ''), ...toIdItems(query['ids'])],
    fields,
    drafts: parseFlag(query['drafts'], 'drafts'),
    // Ids request the labels of rows that are already named, even of rows that no longer match the relation's filter.
    extraItems: query['ids'] ? [] : (relation.filter ?? []),
  }
  const plan = planQuery(moduleTables(db.kysely), target, context, request)
  const { items, ...paging } = await listRows(db.kysely, plan, caller)
  return {
    ...paging,
    items: items.map((row) => ({ id: row['id'] as string, label: toLabel(template, row) })),
  }
}

/**
 * Creates the filter items of a search: one of the fields contains the text. Fields that the caller cannot filter by are
 * skipped.
 */
function toSearchItems(
  caller: Caller,
  target: ServerModule,
  searchedFields: readonly string[],
  text: string,
): FilterItem[] {
  if (text.trim() === '') return []
  const filterable = visibleFields(caller, target, 'filter')
  const [firstItem, ...ors] = searchedFields
    .filter((param) => filterable.has(param))
    .map((param): FilterItem => ({ param, op: 'like', value: text.trim() }))
  // An empty list of ids matches no row: without a field to search, a search finds nothing.
  return firstItem ? [{ ...firstItem, ors }] : [{ param: 'id', op: 'in', value: [] }]
}

/** Creates the filter items of ids, separated by commas. Without ids in the parameter no row matches, instead of all rows. */
function toIdItems(ids: string | undefined): FilterItem[] {
  return ids === undefined ? [] : [{ param: 'id', op: 'in', value: ids === '' ? [] : ids.split(',') }]
}
