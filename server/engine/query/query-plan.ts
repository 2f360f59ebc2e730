import { sql, type Kysely } from 'kysely'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { Sorters } from '#contract/filters.ts'
import { defaultLocale, type Locale } from '#contract/locale.ts'
import type { Caller, CallerContext } from '#server/http/caller.ts'
import { createNotFoundError } from '#server/http/permission.ts'
import { createHttpError } from '#server/errors.ts'
import { clientRowOwnerOf } from '../schema/client-row-ids.ts'
import { choicePlace, hasReadChoices } from './choice-order.ts'
import { listFieldColumns, localizedColumn } from '#server/db/module-tables.ts'
import { toSqlCondition, type SqlCondition } from './filter-sql.ts'
import { isPersonal, getViewKey } from './access.ts'
import type { CallerRows } from '../schema/permissions.ts'
import type { ListRequest } from './list-request.ts'
import { isPostgres, type ModuleTables } from '../../db/module-tables.ts'
import { phoneCondition } from './phone-search.ts'
import { permissionColumns } from './row-permissions.ts'
import { searchCondition } from './search-sql.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { isReadText } from '../../db/sort-keys.ts'
import { isSearchable } from '../schema/table-statements.ts'
import {
  findModulePermission,
  isConsoleReader,
  canQueryDrafts,
  isAllowed,
  createUnknownFieldError,
  visibleFields,
} from '../schema/visible-fields.ts'

/** A list call as the caller may make it: what to read, in which rows, in which order. */
export interface QueryPlan {
  module: ServerModule
  fields: readonly [string, FieldDefinition][]
  where: SqlCondition
  /** Equal for plans of the module that ask for the same rows, in whatever order and part. */
  rowsKey: string
  orderBy: SqlCondition
  /** Further columns, from which it is told what the caller may do with a row. */
  rights: SqlCondition | undefined
  /** True when the rows come with the ids that the caller's devices gave them: all of them are the caller's own. */
  hasClientRowIds: boolean
  /** True when the order follows texts in the caller's language. */
  variesByLanguage: boolean
  limit: number
  offset: number
  page: number
  size: number
}

/**
 * Holds a list call against what the caller may see.
 * @throws Refusal; for a field that the caller may not read the very same as for one that does not exist
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
    where: whereOf(kysely, module, caller, request),
    rowsKey: rowsKeyOf(module, caller, request),
    hasClientRowIds: request.own && clientRowOwnerOf(module) !== undefined,
    rights: request.withRights ? permissionColumns(kysely, module, caller) : undefined,
    ...orderOf(kysely, module, caller, { sorters: request.sorters, locale }),
    limit: size === 0 ? definition.limits.allRows : size,
    offset: size === 0 ? 0 : (page - 1) * size,
    page,
    size,
  }
}

/**
 * Rows that the caller sees: not deleted, within the scope of the caller's grant, and published unless drafts are asked
 * for by one who may see them.
 */
export function whereVisible(
  kysely: Kysely<ModuleTables>,
  module: ServerModule,
  caller: Caller,
  drafts: boolean,
): SqlCondition {
  const alive = sql`${sql.ref(`${module.definition.name}.deleted_at`)} is null`
  return sql`${alive} and ${whereInScope(kysely, module, caller, drafts)}`
}

/** The same, deleted ones too. */
export function whereInScope(
  kysely: Kysely<ModuleTables>,
  module: ServerModule,
  caller: Caller,
  drafts: boolean,
): SqlCondition {
  const { name, published = [], publishedFrom, fields } = module.definition
  if (drafts && !canQueryDrafts(caller, module)) throw createNotFoundError(caller)
  const scope = { kysely, table: name, fields: new Map(Object.entries(fields)) }
  const grant = findModulePermission(caller, module)
  const own = (grant?.scope ?? []).map((item) =>
    'is' in item ? ownCondition(name, item, caller) : toSqlCondition(scope, item),
  )
  const shown = drafts
    ? ownDraftsOf(module, caller, grant?.ownDrafts)
    : [
        ...published.map((item) => toSqlCondition(scope, item)),
        ...(publishedFrom === undefined ? [] : [isDue(name, publishedFrom)]),
      ]
  return sql.join([sql`1 = 1`, ...own, ...shown], sql` and `)
}

/**
 * The moment has come, as far as the module's revision knows: so rows appear as any change does, with a revision of
 * their own, and never between two answers of one revision.
 */
function isDue(table: string, moment: string): SqlCondition {
  const until = sql`select published_until from module_revisions where module = ${table}`
  return sql`${sql.ref(`${table}.${moment}`)} <= (${until})`
}

/** Who may see all drafts is held to nothing. */
function ownDraftsOf(module: ServerModule, caller: Caller, param: string | undefined): SqlCondition[] {
  if (param === undefined || isAllowed(caller, module, 'drafts')) return []
  return [ownCondition(module.definition.name, { param, is: 'caller' }, caller)]
}

/** Nobody owns nothing. */
function ownCondition(table: string, { param }: CallerRows, caller: Caller): SqlCondition {
  return caller.kind === 'user' ? sql`${sql.ref(`${table}.${param}`)} = ${caller.id}` : sql`1 = 0`
}

/** Rows that belong to the caller. @throws Refusal where rows are nobody's own */
function ownedRows({ definition, ownership }: ServerModule, caller: Caller): SqlCondition {
  if (!ownership)
    throw createHttpError('query.invalid_value', { fields: [{ path: 'own', key: 'query.invalid_value' }] })
  return ownCondition(definition.name, { param: ownership.field, is: 'caller' }, caller)
}

function whereOf(
  kysely: Kysely<ModuleTables>,
  module: ServerModule,
  caller: Caller,
  request: ListRequest,
): SqlCondition {
  const { name, fields } = module.definition
  const scope = { kysely, table: name, fields: visibleFields(caller, module, 'filter') }
  const conditions = [
    whereVisible(kysely, module, caller, request.drafts),
    ...(request.own ? [ownedRows(module, caller)] : []),
    ...request.items.map((item) => toSqlCondition(scope, item)),
    ...(request.fitting ?? []).map((item) =>
      toSqlCondition({ ...scope, fields: new Map(Object.entries(fields)) }, item),
    ),
  ]
  if (request.words !== '') conditions.push(wordsCondition(kysely, module, caller, request.words))
  return sql.join(conditions, sql` and `)
}

/** Rows with all the words; in the console also those with such a phone number. */
function wordsCondition(
  kysely: Kysely<ModuleTables>,
  module: ServerModule,
  caller: Caller,
  words: string,
): SqlCondition {
  const { definition } = module
  const phone = isConsoleReader(caller, module)
    ? phoneCondition(definition.name, visibleFields(caller, module, 'filter'), words)
    : undefined
  if (!isSearchable(definition)) {
    if (phone) return phone
    throw createHttpError('query.invalid_filter', { fields: [{ path: 'q', key: 'query.invalid_filter' }] })
  }
  const found = searchCondition(kysely, definition.name, words)
  return phone ? sql`(${found} or ${phone})` : found
}

function rowsKeyOf(module: ServerModule, caller: Caller, request: ListRequest): string {
  const { items, words, drafts, own, fitting = [] } = request
  const grant = findModulePermission(caller, module)
  const person = isPersonal(grant, request) && caller.kind === 'user' ? caller.id : ''
  return JSON.stringify([getViewKey(grant), person, items, words, drafts, own, fitting])
}

/** Fields of the answer: `id` and `version` always, then the wanted ones or those of the surface `list`. */
function selectFields(
  module: ServerModule,
  caller: Caller,
  wanted: readonly string[] | undefined,
): [string, FieldDefinition][] {
  const visible = visibleFields(caller, module, wanted ? 'columns' : 'output')
  for (const name of wanted ?? []) if (!visible.has(name)) throw createUnknownFieldError(name)
  const isWanted = (key: string, field: FieldDefinition) =>
    key === 'id' || key === 'version' || (wanted ? wanted.includes(key) : field.surfaces.list)
  return [...visible].filter(([key, field]) => isWanted(key, field))
}

/** The id comes last and makes the order whole, so that pages neither repeat nor skip a row. */
function orderOf(
  kysely: Kysely<ModuleTables>,
  module: ServerModule,
  caller: Caller,
  { sorters, locale }: { sorters: Sorters; locale: Locale },
): Pick<QueryPlan, 'orderBy' | 'variesByLanguage'> {
  const sortable = visibleFields(caller, module, 'sort')
  const asked = Object.entries(sorters)
  for (const [name] of asked) if (!sortable.has(name)) throw createUnknownFieldError(name)
  const order = asked.length > 0 ? asked : Object.entries(module.definition.defaultSorters)
  const fields = asked.length > 0 ? sortable : new Map(Object.entries(module.definition.fields))
  const scope = { kysely, table: module.definition.name, locale }
  const parts = order.flatMap(([name, direction]) => {
    const field = fields.get(name)
    return field ? [orderPart(scope, name, field, direction)] : []
  })
  const last = order.at(-1)
  if (!order.some(([name]) => name === 'id'))
    parts.push(directed(sql.ref(`${module.definition.name}.id`), last?.[1] ?? 'asc'))
  const variesByLanguage = order.some(([name]) => {
    const field = fields.get(name)
    return field !== undefined && (field.localized || hasReadChoices(field))
  })
  return { orderBy: sql.join(parts), variesByLanguage }
}

interface OrderScope {
  kysely: Kysely<ModuleTables>
  table: string
  locale: Locale
}

/** Empty values come first in ascending order on both databases. */
function orderPart(
  scope: OrderScope,
  name: string,
  field: FieldDefinition,
  direction: 'asc' | 'desc',
): SqlCondition {
  const { table, locale } = scope
  const column = field.localized ? localizedColumn(name, locale) : listFieldColumns(name, field)[0]?.name
  const stored = sql.ref(`${table}.${column ?? name}`)
  const key = isReadText(field)
    ? sortKey(scope, column ?? name)
    : hasReadChoices(field)
      ? choicePlace(stored, field, locale)
      : stored
  // A text that is not translated is sorted by the one that is shown in its place.
  const part =
    field.localized && locale !== defaultLocale
      ? sql`case when ${stored} = '' then ${shownInstead(scope, name, field)} else ${key} end`
      : key
  if (field.required) return directed(part, direction)
  return sql`${stored} is not null ${sql.raw(direction)}, ${directed(part, direction)}`
}

function shownInstead(scope: OrderScope, name: string, field: FieldDefinition): SqlCondition {
  const column = localizedColumn(name, defaultLocale)
  return isReadText(field) ? sortKey(scope, column) : sql.ref(`${scope.table}.${column}`)
}

/** The key by which a text is sorted (`sort-keys.ts`). */
function sortKey({ kysely, table }: OrderScope, column: string): SqlCondition {
  const keys = sql.ref(`${table}.sort_keys`)
  const key = isPostgres(kysely)
    ? sql`${keys}::json ->> ${sql.lit(column)}`
    : sql`${keys} ->> ${sql.lit(column)}`
  return isPostgres(kysely) ? sql`coalesce(${key}, '') collate "C"` : sql`coalesce(${key}, '')`
}

function directed(part: SqlCondition, direction: 'asc' | 'desc'): SqlCondition {
  return direction === 'asc' ? sql`${part} asc` : sql`${part} desc`
}

/** The columns that hold the given fields. Names come from definitions, which `checkModules` has looked at. */
export function selectColumns(fields: readonly [string, FieldDefinition][]): SqlCondition {
  const names = fields.flatMap(([key, field]) =>
    listFieldColumns(key, field).map((column) => `"${column.name}"`),
  )
  return sql.raw(names.join(', '))
}
