import { sql, type Kysely } from 'kysely'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { Sorters } from '#contract/filters.ts'
import { defaultLocale, type Locale } from '#contract/locale.ts'
import type { Caller, CallerContext } from '#server/http/caller.ts'
import { createNotFoundError } from '#server/http/permission.ts'
import { createHttpError } from '#server/errors.ts'
import { findClientRowOwner } from '../schema/client-row-ids.ts'
import { getFieldType } from '../field-types/index.ts'
import { listFieldColumns } from '#server/engine/field-types/columns.ts'
import { localizedColumn } from '#server/db/module-tables.ts'
import { toSqlCondition } from './filter-sql.ts'
import { type SqlFragment } from '#server/engine/field-types/filter-operators.ts'
import { isPersonal, getViewKey, selectPermissionColumns } from './access.ts'
import type { CallerRows } from '../schema/permissions.ts'
import type { ListRequest } from './list-request.ts'
import { isPostgres, type ModuleTables } from '../../db/module-tables.ts'
import { phoneCondition, searchCondition } from './search-sql.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { hasSortKey } from '../../db/sort-keys.ts'
import { isSearchable } from '../schema/table-statements.ts'
import {
  findModulePermission,
  isConsoleReader,
  canQueryDrafts,
  isAllowed,
  createUnknownFieldError,
  visibleFields,
} from '../schema/visible-fields.ts'

/** A list request that the caller may make, as fields, SQL condition and SQL order. */
export interface QueryPlan {
  module: ServerModule
  /** Fields of the response by their keys, in the order of the definition. */
  fields: readonly [string, FieldDefinition][]
  /** Condition of the rows that the request selects. */
  where: SqlFragment
  /** Cache key of the total: equal for plans of the module that select the same rows, in any order and on any page. */
  rowsKey: string
  /** The order, without the words `order by`. */
  orderBy: SqlFragment
  /** Further columns, from which the caller's permissions on a row are derived; undefined when not requested. */
  rights: SqlFragment | undefined
  /** True when rows include the client row ids that the caller's devices gave them; all rows are then the caller's own. */
  hasClientRowIds: boolean
  /** True when the order depends on the caller's language. */
  variesByLanguage: boolean
  /** Maximum number of rows to read. */
  limit: number
  /** Number of rows before the page. */
  offset: number
  /** Page number of the request, from 1. */
  page: number
  /** Page size of the request; 0 for all rows. */
  size: number
}

/**
 * Plans a list request within the caller's permissions.
 * @throws HttpError, the same for a field that the caller may not read as for one that does not exist
 */
export function planQuery(
  kysely: Kysely<ModuleTables>,
  module: ServerModule,
  { caller, locale }: CallerContext,
  request: ListRequest,
): QueryPlan {
  const { definition } = module
  const { page, size } = request
  return {
    module,
    fields: selectFields(module, caller, request.fields),
    where: whereRequested(kysely, module, caller, request),
    rowsKey: toRowsKey(module, caller, request),
    hasClientRowIds: request.own && findClientRowOwner(module) !== undefined,
    rights: request.withRights ? selectPermissionColumns(kysely, module, caller) : undefined,
    ...toOrder(kysely, module, caller, { sorters: request.sorters, locale }),
    limit: size === 0 ? definition.limits.allRows : size,
    offset: size === 0 ? 0 : (page - 1) * size,
    page,
    size,
  }
}

/**
 * Builds the condition of the rows that the caller sees: not deleted, within the scope of the caller's permission, and
 * published unless the request includes drafts. @throws HttpError when the caller may not see drafts
 */
export function whereVisible(
  kysely: Kysely<ModuleTables>,
  module: ServerModule,
  caller: Caller,
  drafts: boolean,
): SqlFragment {
  const notDeleted = sql`${sql.ref(`${module.definition.name}.deleted_at`)} is null`
  return sql`${notDeleted} and ${whereInScope(kysely, module, caller, drafts)}`
}

/** Builds the condition of {@link whereVisible} without excluding deleted rows. */
export function whereInScope(
  kysely: Kysely<ModuleTables>,
  module: ServerModule,
  caller: Caller,
  drafts: boolean,
): SqlFragment {
  const { name, published = [], publishedFrom, fields } = module.definition
  if (drafts && !canQueryDrafts(caller, module)) throw createNotFoundError(caller)
  const scope = { kysely, table: name, fields: new Map(Object.entries(fields)) }
  const permission = findModulePermission(caller, module)
  const scopeConditions = (permission?.scope ?? []).map((item) =>
    'is' in item ? whereOwnedBy(name, item, caller) : toSqlCondition(scope, item),
  )
  const publicationConditions = drafts
    ? listDraftConditions(module, caller, permission?.ownDrafts)
    : [
        ...published.map((item) => toSqlCondition(scope, item)),
        ...(publishedFrom === undefined ? [] : [whereDue(name, publishedFrom)]),
      ]
  // There may be no condition at all.
  return sql.join([sql`1 = 1`, ...scopeConditions, ...publicationConditions], sql` and `)
}

/**
 * Builds the condition that a row's publication time has passed, as of the module's revision. Rows therefore appear with a new
 * revision, never between two responses of one revision.
 */
function whereDue(table: string, column: string): SqlFragment {
  const until = sql`select published_until from module_revisions where module = ${table}`
  return sql`${sql.ref(`${table}.${column}`)} <= (${until})`
}

/** Restricts a caller who may see only their own drafts to their own rows. */
function listDraftConditions(module: ServerModule, caller: Caller, param: string | undefined): SqlFragment[] {
  if (param === undefined || isAllowed(caller, module, 'drafts')) return []
  return [whereOwnedBy(module.definition.name, { param, is: 'caller' }, caller)]
}

/** Builds the condition of rows whose field holds the caller's id; callers without an account own no rows. */
function whereOwnedBy(table: string, { param }: CallerRows, caller: Caller): SqlFragment {
  return caller.kind === 'user' ? sql`${sql.ref(`${table}.${param}`)} = ${caller.id}` : sql`1 = 0`
}

/** Builds the condition of the caller's own rows. @throws HttpError in modules whose rows have no owner */
function whereOwn({ definition, ownership }: ServerModule, caller: Caller): SqlFragment {
  if (!ownership)
    throw createHttpError('query.invalid_value', { fields: [{ path: 'own', key: 'query.invalid_value' }] })
  return whereOwnedBy(definition.name, { param: ownership.field, is: 'caller' }, caller)
}

/** Builds the condition of the rows that the caller sees and that match the request's filters and search words. */
function whereRequested(
  kysely: Kysely<ModuleTables>,
  module: ServerModule,
  caller: Caller,
  request: ListRequest,
): SqlFragment {
  const { name, fields } = module.definition
  const scope = { kysely, table: name, fields: visibleFields(caller, module, 'filter') }
  const conditions = [
    whereVisible(kysely, module, caller, request.drafts),
    ...(request.own ? [whereOwn(module, caller)] : []),
    ...request.items.map((item) => toSqlCondition(scope, item)),
    // Conditions of a definition may name any field.
    ...(request.extraItems ?? []).map((item) =>
      toSqlCondition({ ...scope, fields: new Map(Object.entries(fields)) }, item),
    ),
  ]
  if (request.words !== '') conditions.push(toSearchCondition(kysely, module, caller, request.words))
  return sql.join(conditions, sql` and `)
}

/**
 * Builds the condition of rows that contain all search words; in the console also of rows with a phone number that ends so.
 * @throws HttpError for a module without searchable fields
 */
function toSearchCondition(
  kysely: Kysely<ModuleTables>,
  module: ServerModule,
  caller: Caller,
  words: string,
): SqlFragment {
  const { definition } = module
  const hasPhone = isConsoleReader(caller, module)
    ? phoneCondition(definition.name, visibleFields(caller, module, 'filter'), words)
    : undefined
  if (!isSearchable(definition)) {
    if (hasPhone) return hasPhone
    throw createHttpError('query.invalid_filter', { fields: [{ path: 'q', key: 'query.invalid_filter' }] })
  }
  const hasWords = searchCondition(kysely, definition.name, words)
  return hasPhone ? sql`(${hasWords} or ${hasPhone})` : hasWords
}

/** Creates {@link QueryPlan.rowsKey}. */
function toRowsKey(module: ServerModule, caller: Caller, request: ListRequest): string {
  const { items, words, drafts, own, extraItems = [] } = request
  const permission = findModulePermission(caller, module)
  const callerId = isPersonal(permission, request) && caller.kind === 'user' ? caller.id : ''
  return JSON.stringify([getViewKey(permission), callerId, items, words, drafts, own, extraItems])
}

/** Selects the fields of the response: `id` and `version` always, and the requested ones or those of the surface `list`. */
function selectFields(
  module: ServerModule,
  caller: Caller,
  requestedFields: readonly string[] | undefined,
): [string, FieldDefinition][] {
  const visible = visibleFields(caller, module, 'output')
  for (const name of requestedFields ?? []) if (!visible.has(name)) throw createUnknownFieldError(name)
  const isWanted = (key: string, field: FieldDefinition) =>
    key === 'id' ||
    key === 'version' ||
    (requestedFields ? requestedFields.includes(key) : field.surfaces.list)
  return [...visible].filter(([key, field]) => isWanted(key, field))
}

/** Builds the order. The id comes last and makes it total, so that pages neither repeat nor skip a row. */
function toOrder(
  kysely: Kysely<ModuleTables>,
  module: ServerModule,
  caller: Caller,
  { sorters, locale }: { sorters: Sorters; locale: Locale },
): Pick<QueryPlan, 'orderBy' | 'variesByLanguage'> {
  const sortable = visibleFields(caller, module, 'sort')
  const requestedSorters = Object.entries(sorters)
  for (const [name] of requestedSorters) if (!sortable.has(name)) throw createUnknownFieldError(name)
  const isDefaultOrder = requestedSorters.length === 0
  const order = isDefaultOrder ? Object.entries(module.definition.defaultSorters) : requestedSorters
  // The default order may use fields by which the caller cannot sort.
  const fields = isDefaultOrder ? new Map(Object.entries(module.definition.fields)) : sortable
  const scope = { kysely, table: module.definition.name, locale }
  const expressions = order.flatMap(([name, direction]) => {
    const field = fields.get(name)
    return field ? [toSortExpression(scope, name, field, direction)] : []
  })
  // The id has the direction of the last sorter, so that one index, read forwards or backwards, serves the whole order.
  const lastSorter = order.at(-1)
  if (!order.some(([name]) => name === 'id'))
    expressions.push(withDirection(sql.ref(`${module.definition.name}.id`), lastSorter?.[1] ?? 'asc'))
  const variesByLanguage = order.some(([name]) => {
    const field = fields.get(name)
    return field !== undefined && (field.localized || getFieldType(field).orderBy !== undefined)
  })
  return { orderBy: sql.join(expressions), variesByLanguage }
}

/** The table that an order is built for, and the language in which its texts are sorted. */
interface OrderScope {
  kysely: Kysely<ModuleTables>
  table: string
  locale: Locale
}

/**
 * Builds the sort expressions of one field. Empty values come first in ascending order on both databases; a required field has
 * none.
 */
function toSortExpression(
  scope: OrderScope,
  name: string,
  field: FieldDefinition,
  direction: 'asc' | 'desc',
): SqlFragment {
  const { table, locale } = scope
  const column = field.localized ? localizedColumn(name, locale) : listFieldColumns(name, field)[0]?.name
  const stored = sql.ref(`${table}.${column ?? name}`)
  const key = hasSortKey(field)
    ? toSortKeyColumn(scope, column ?? name)
    : (getFieldType(field).orderBy?.(field, stored, locale) ?? stored)
  // A text without translation is sorted by the text that readers see instead.
  const sortKey =
    field.localized && locale !== defaultLocale
      ? sql`case when ${stored} = '' then ${toFallbackKey(scope, name, field)} else ${key} end`
      : key
  if (field.required) return withDirection(sortKey, direction)
  return sql`${stored} is not null ${sql.raw(direction)}, ${withDirection(sortKey, direction)}`
}

/** Builds the expression by which a text without translation is sorted: that of the default language's text. */
function toFallbackKey(scope: OrderScope, name: string, field: FieldDefinition): SqlFragment {
  const column = localizedColumn(name, defaultLocale)
  return hasSortKey(field) ? toSortKeyColumn(scope, column) : sql.ref(`${scope.table}.${column}`)
}

/** Builds the expression of a text's sort key, a member of the JSON column `sort_keys` (`server/db/sort-keys.ts`). */
function toSortKeyColumn({ kysely, table }: OrderScope, column: string): SqlFragment {
  const keys = sql.ref(`${table}.sort_keys`)
  const key = isPostgres(kysely)
    ? sql`${keys}::json ->> ${sql.lit(column)}`
    : sql`${keys} ->> ${sql.lit(column)}`
  return isPostgres(kysely) ? sql`coalesce(${key}, '') collate "C"` : sql`coalesce(${key}, '')`
}

function withDirection(sortKey: SqlFragment, direction: 'asc' | 'desc'): SqlFragment {
  return direction === 'asc' ? sql`${sortKey} asc` : sql`${sortKey} desc`
}

/** Builds the column list of fields. The names come from definitions that `checkModules` has validated. */
export function selectColumns(fields: readonly [string, FieldDefinition][]): SqlFragment {
  const names = fields.flatMap(([key, field]) =>
    listFieldColumns(key, field).map((column) => `"${column.name}"`),
  )
  return sql.raw(names.join(', '))
}
